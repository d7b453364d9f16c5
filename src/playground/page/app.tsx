export function App() {
  return <main>Skydesk</main>;
}
