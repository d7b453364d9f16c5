/**
 * Version of the messages in the queue: `v`. Raise it if a version before would misread a message of this one: if it would ignore a new field that
 * narrows what somebody decided, for example. A message without it is of version 1.
 */
export const messageVersion = 1;
