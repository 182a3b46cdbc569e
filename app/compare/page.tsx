import type { Metadata } from 'next';
import { serverText } from '@/components/messages/server';
import { CompareScreen } from '@/components/screens/compare-screen';

export const generateMetadata = async (): Promise<Metadata> => ({
  title: `${(await serverText('header'))('compare')} · Toolyard`,
});

/** Two threads of this browser side by side: `/compare?left=<thread>&right=<thread>`. */
export default async function Page({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const { left, right } = await searchParams;
  const one = (id: string | string[] | undefined): string | undefined =>
    typeof id === 'string' && id ? id : undefined;
  return <CompareScreen left={one(left)} right={one(right)} />;
}
