import type { Metadata } from 'next';
import { serverText } from '@/components/messages/server';
import { Comparison } from '@/components/panes/presets/comparison';

export const generateMetadata = async (): Promise<Metadata> => ({
  title: `${(await serverText('header'))('presets')} · Toolyard`,
});

/** Two presets side by side, and one call through both: `/presets?left=toolyard&right=dskcode&call=unread`. */
export default async function Page({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const { left, right, call } = await searchParams;
  return (
    <Comparison
      left={typeof left === 'string' ? left : undefined}
      right={typeof right === 'string' ? right : undefined}
      call={typeof call === 'string' ? call : undefined}
    />
  );
}
