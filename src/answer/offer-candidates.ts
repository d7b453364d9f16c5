import { type Answer, type Button, buttons, commandButton, maxButtonValue } from './answer.ts';
import { UserError } from './user-error.ts';

/** Upper bound for the buttons of a row in Slack. */
const inRow = 5;
const maxRows = 2;

/**
 * Adds a button per candidate (`UserError.candidates`) that reruns the command with it. `lineWith` writes the command for the
 * words of a candidate. Returns any other error unchanged.
 */
export function offerCandidates(error: unknown, lineWith: (words: string) => string): unknown {
  if (!(error instanceof UserError) || error.candidates.length === 0) return error;
  const { details, candidates } = error;
  const buttons = candidates
    .map(({ value, label }): Button => {
      const line = lineWith(value);
      return commandButton(error.asks ? label : `Use ${label}`, line);
    })
    .filter(({ action }) => 'line' in action && action.line.length <= maxButtonValue);
  const rows = rowsOf(buttons);
  return error.with({ details: error.asks ? [...details, ...rows] : [...rows, ...details] });
}

const rowsOf = (offered: readonly Button[]): Answer =>
  Array.from({ length: Math.min(maxRows, Math.ceil(offered.length / inRow)) }, (_, row) =>
    buttons(...offered.slice(row * inRow, (row + 1) * inRow)),
  );
