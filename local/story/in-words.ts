import type { Act } from './scenes.ts';

/** An act in a line: what is typed, or the button with what is entered before. */
export function actInWords(act: Act): string {
  if (act.kind === 'type') return act.line;
  if (act.kind === 'wait') return `${act.hours} hours pass`;
  const values = act.kind === 'submit' ? Object.entries(act.values) : [];
  return [`[${act.button}]`, ...values.map(([label, value]) => `${label}: ${value}`)].join(' · ');
}
