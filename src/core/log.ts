/** Facts of a log line, by field name. Undefined ones are omitted. */
export type Facts = Readonly<Record<string, string | number | boolean | undefined>>;

/** Writes one log line: the name of an event and facts about it, never payloads, tokens or text that a user wrote. */
export type Log = (event: string, facts?: Facts) => void;
