import { catalogue } from '@/components/screens/catalogue';
import { LivePlayground } from '@/components/screens/live-playground';
import { SANDBOXES } from '@/components/state/catalogue';

/** The playground. What the link says is read on the server too, so that the first paint is already right. */
export default async function Page({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const query = Object.entries(await searchParams).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value]] : [],
  );
  const operator = SANDBOXES.find(({ id }) => id === process.env.TOOLYARD_SANDBOX)?.id;
  return (
    <LivePlayground
      catalogue={catalogue}
      search={new URLSearchParams(query).toString()}
      defaultSandbox={operator ?? 'embedded'}
    />
  );
}
