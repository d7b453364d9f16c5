export type Facts = Readonly<Record<string, string | number | boolean>>;

/** One line of the log: an event's name and plain facts about it, never payloads, tokens or people's words. */
export type Log = (event: string, facts?: Facts) => void;
