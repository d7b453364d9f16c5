/** JSON to read, which scrolls by itself. */
export function JsonText({ label, value }: { label: string; value: unknown }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard
    <section className="json" aria-label={label} tabIndex={0}>
      <pre>{JSON.stringify(value, undefined, 2)}</pre>
    </section>
  );
}
