import type { Facts } from './move-facts.ts';

/* The picture of the statuses, as Mermaid draws it, of what moves made of sample changes. */

type Moves = readonly (readonly [name: string, facts: Facts])[];

/** Returns the diagrams of the statuses of a request, and of an end or a rollback: which move leads from one to another. */
export const diagramsOf = (moves: Moves): string =>
  [
    diagram(moves, (edge) => !isOfReversal(edge)),
    'An end or a rollback has no preview and no votes:',
    diagram(moves, isOfReversal),
  ].join('\n\n');

const ofReversal = /(?:end|rollback) /g;

const isOfReversal = (edge: string): boolean => edge.search(ofReversal) >= 0;

function diagram(moves: Moves, isIn: (edge: string) => boolean): string {
  const edges = moves.flatMap(([name, { statuses }]) =>
    [...statuses]
      .filter((edge) => edge.includes(' → ') && isIn(edge))
      .map((edge) => ({ edge: drawn(edge), by: name.replace(/^.*\./, '') })),
  );
  const lines = [...Map.groupBy(edges, ({ edge }) => edge)].map(
    ([edge, by]) => `  ${edge} : ${[...new Set(by.map((one) => one.by))].join(', ')}`,
  );
  return ['```mermaid', 'stateDiagram-v2', ...lines, '```'].join('\n');
}

/** "new → end approved" becomes "[*] --> approved". */
const drawn = (edge: string): string =>
  edge.replace(ofReversal, '').replace('new →', '[*] →').replace('→', '-->');
