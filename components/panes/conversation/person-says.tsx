import { useSaid } from '../../messages/use-said';
import { useText } from '../../messages/use-text';

/** What a person said. */
export const PersonSays = ({ text }: { text: string }) => (
  <div className="max-w-[88%] justify-self-end rounded-xl rounded-br-sm bg-raised px-3 py-1.5 break-words whitespace-pre-wrap">
    <span className="sr-only">{useText('conversation')('you')} </span>
    {useSaid('told')(text)}
  </div>
);
