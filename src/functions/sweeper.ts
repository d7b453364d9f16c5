/** Runs on a schedule. Nothing waits for it yet: previews expire by themselves when they are decided on. */
export const handler = async (): Promise<void> => {};
