/** People who have opened the Home tab. */
export interface Visitors {
  /**
   * Resolves to true for the first job that opens a person's Home tab, by one conditional write. Slack can send an event twice;
   * a redelivered job gets its first answer again.
   */
  isFirst(person: string, job: string): Promise<boolean>;
  /** Resolves to whether a person has opened their Home tab. */
  has(person: string): Promise<boolean>;
}
