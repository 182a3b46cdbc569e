/** The JSON text of values that later requests send again. */
const texts = new WeakMap<object, string>();

/** Longer texts, such as those of pictures, are not kept: they would be in memory twice. In characters. */
const MOST = 200_000;

const textOf = (value: object): string => {
  const known = texts.get(value);
  if (known !== undefined) return known;
  const text = JSON.stringify(value);
  if (text.length <= MOST) texts.set(value, text);
  return text;
};

/** Makes the SDKs send a body of text as it is. */
export const JSON_TYPE = { 'content-type': 'application/json' } as const;

interface Body {
  readonly messages: readonly object[];
  readonly tools?: readonly object[] | undefined;
}

/**
 * A request's body as JSON, for the SDKs to send as it is. They would serialize the whole conversation and all tools again in
 * every turn; here each message and each list of tools is serialized once, as long as it is the same object.
 */
export function bodyText({ messages, tools, ...rest }: Body): string {
  const others = JSON.stringify(rest).slice(1, -1);
  const list = tools === undefined ? '' : `,"tools":${textOf(tools)}`;
  return `{${others}${others === '' ? '' : ','}"messages":[${messages.map(textOf).join(',')}]${list}}`;
}
