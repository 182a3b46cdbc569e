import { serverText } from '@/components/messages/server';
import { PAGES } from '@/components/panes/header/pages';

/** The page for unknown paths. It is HTML alone: code of its own would load with every page. */
export default async function NotFound() {
  const [text, header] = [await serverText('page'), await serverText('header')];
  return (
    <div className="flex h-dvh flex-col">
      <header className="flex min-h-11 shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line bg-panel px-3 py-1.5">
        <span className="text-md font-[650] tracking-[-0.01em]">Toolyard</span>
        <nav aria-label={header('pages')} className="flex flex-wrap items-center gap-0.5 max-sm:-ml-2">
          {PAGES.map(({ href, name }) => (
            <a key={href} href={href} className="rounded-md px-2 py-1 text-xs text-dim hover:bg-hover hover:text-text">
              {header(name)}
            </a>
          ))}
        </nav>
      </header>
      <main className="grid flex-1 place-content-center justify-items-center gap-3 p-6 text-center">
        <h1 className="text-md font-semibold">{text('nothingHere')}</h1>
        {/* oxlint-disable-next-line next/no-html-link-for-pages -- see above */}
        <a href="/" className="text-accent underline underline-offset-2">
          {text('toPlayground')}
        </a>
      </main>
    </div>
  );
}
