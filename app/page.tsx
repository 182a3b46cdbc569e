import { headers } from 'next/headers';
import { catalogue } from '@/components/screens/catalogue';
import { LivePlayground } from '@/components/screens/live-playground';
import { SANDBOXES } from '@/components/state/catalogue';
import { readLink } from '@/components/state/deep-link';
import { EARLY_FRAME_SCRIPT } from '@/lib/sandbox/embedded/page/early-frame';

/** The playground. The server reads the link too, so that the first paint is already right. */
export default async function Page({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const query = Object.entries(await searchParams).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value]] : [],
  );
  const operator = SANDBOXES.find(({ id }) => id === process.env.TOOLYARD_SANDBOX)?.id;
  const search = new URLSearchParams(query).toString();
  const defaultSandbox = operator ?? 'embedded';
  const wanted = readLink(search).sandbox ?? defaultSandbox;
  const nonce = (await headers()).get('x-nonce') ?? undefined;
  return (
    <>
      {wanted === 'embedded' && (
        <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: EARLY_FRAME_SCRIPT }} />
      )}
      <LivePlayground catalogue={catalogue} search={search} defaultSandbox={defaultSandbox} />
    </>
  );
}
