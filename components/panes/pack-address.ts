/** The address of the workshop with this pack open, at the file of this tool. */
export const packAddress = (pack: string, tool: string): string =>
  `/workshop?${new URLSearchParams({ pack, tool }).toString()}`;

/** The pack and the tool that the address of the workshop asks for. */
export function askedPack(): { readonly pack?: string; readonly tool?: string } {
  const asked = new URLSearchParams(location.search);
  const [pack, tool] = [asked.get('pack'), asked.get('tool')];
  return { ...(pack !== null && { pack }), ...(tool !== null && { tool }) };
}

/** The file in which a tool is written; undefined if its name is not written out in any. */
export const fileOf = (files: Readonly<Record<string, string>>, tool: string): string | undefined =>
  Object.keys(files).find((file) =>
    ["'", '"', '`'].some((quote) => files[file]?.includes(`name: ${quote}${tool}${quote}`)),
  );
