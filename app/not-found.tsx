/** A path that leads nowhere. */
export default function NotFound() {
  return (
    <main className="grid h-dvh place-content-center justify-items-center gap-3 text-center">
      <h1 className="text-md font-semibold">There is nothing at this address.</h1>
      {/* oxlint-disable-next-line next/no-html-link-for-pages -- a Link's code would load with every page, for this one alone */}
      <a href="/" className="text-accent underline underline-offset-2">
        Go to the playground
      </a>
    </main>
  );
}
