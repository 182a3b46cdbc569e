import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { serverText } from '@/components/messages/server';
import { catalogue } from '@/components/screens/catalogue';
import { LiveWorkshop } from '@/components/screens/live-workshop';
import { SANDBOXES } from '@/components/state/catalogue';
import { EARLY_FRAME_SCRIPT } from '@/lib/sandbox/embedded/page/early-frame';

export const generateMetadata = async (): Promise<Metadata> => ({
  title: `${(await serverText('header'))('workshop')} · Toolyard`,
});

/** Where a person makes their own tools. */
export default async function Page() {
  const defaultSandbox = SANDBOXES.find(({ id }) => id === process.env.TOOLYARD_SANDBOX)?.id ?? 'embedded';
  const nonce = (await headers()).get('x-nonce') ?? undefined;
  return (
    <>
      {defaultSandbox === 'embedded' && (
        <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: EARLY_FRAME_SCRIPT }} />
      )}
      <LiveWorkshop catalogue={catalogue} search="" defaultSandbox={defaultSandbox} />
    </>
  );
}
