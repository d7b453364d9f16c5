/** People who have opened the Home tab. */
export interface Visitors {
  /**
   * Whether `job` is the first job that opened a person's Home tab: one conditional write. Slack can send an event twice;
   * the same job gets the same answer.
   */
  isFirst(person: string, job: string): Promise<boolean>;
  /** Whether a person has opened their Home tab. */
  has(person: string): Promise<boolean>;
}
