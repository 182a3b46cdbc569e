import { serverText } from '@/components/messages/server';

/** The page for unknown paths. */
export default async function NotFound() {
  const text = await serverText('page');
  return (
    <main className="grid h-dvh place-content-center justify-items-center gap-3 text-center">
      <h1 className="text-md font-semibold">{text('nothingHere')}</h1>
      {/* oxlint-disable-next-line next/no-html-link-for-pages -- a Link's code would load with every page, for this one alone */}
      <a href="/" className="text-accent underline underline-offset-2">
        {text('toPlayground')}
      </a>
    </main>
  );
}
