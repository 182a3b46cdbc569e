export default function Page() {
  return (
    <main>
      <h1>Toolyard</h1>
    </main>
  );
}
