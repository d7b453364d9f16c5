const words: Readonly<Record<string, string>> = {
  underConstruction: 'under construction',
  queuedForDelete: 'queued for deletion',
  queuedForRestore: 'queued for restore',
  queuedForArchive: 'queued for archiving',
};

/**
 * Describes the status and power state of a server: "active, started", "under construction". Unknown values are shown in lower
 * case.
 */
export const describeState = (status: string | undefined, powerState: string | undefined): string =>
  [status, powerState]
    .flatMap((state) =>
      state ? [words[state] ?? state.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase()] : [],
    )
    .join(', ');

/** Returns 🟢 for a server that is active and started, 🔴 for one that is stopped, ⚪ for all others. */
export function stateSign(status: string | undefined, powerState: string | undefined): string {
  if (status !== 'active') return '⚪';
  return powerState === 'started' ? '🟢' : powerState === 'stopped' ? '🔴' : '⚪';
}
