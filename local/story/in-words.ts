import type { Act } from './scenes.ts';

/** Describes an act in a line: the typed text, or the button after the entered values. */
export function actInWords(act: Act): string {
  if (act.kind === 'type') return act.line;
  if (act.kind === 'wait') return `${act.hours} hours pass`;
  const values = act.kind === 'submit' ? Object.entries(act.values) : [];
  return [`[${act.button}]`, ...values.map(([label, value]) => `${label}: ${value}`)].join(' · ');
}
