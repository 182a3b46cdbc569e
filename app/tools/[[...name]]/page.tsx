import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { serverText } from '@/components/messages/server';
import { catalogue } from '@/components/screens/catalogue';
import { LiveTools } from '@/components/screens/live-tools';
import { SANDBOXES } from '@/components/state/catalogue';
import { EARLY_FRAME_SCRIPT } from '@/lib/sandbox/embedded/page/early-frame';

interface Props {
  params: Promise<{ name?: string[] }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const [name] = (await params).name ?? [];
  const tools = `${(await serverText('header'))('tools')} · Toolyard`;
  return { title: name === undefined ? tools : `${decodeURIComponent(name)} · ${tools}` };
}

/** All tools, and the one to try: `/tools/Read`. */
export default async function Page({ searchParams }: Props) {
  const query = Object.entries(await searchParams).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value]] : [],
  );
  const defaultSandbox = SANDBOXES.find(({ id }) => id === process.env.TOOLYARD_SANDBOX)?.id ?? 'embedded';
  const nonce = (await headers()).get('x-nonce') ?? undefined;
  return (
    <>
      {defaultSandbox === 'embedded' && (
        <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: EARLY_FRAME_SCRIPT }} />
      )}
      <LiveTools catalogue={catalogue} search={new URLSearchParams(query).toString()} defaultSandbox={defaultSandbox} />
    </>
  );
}
