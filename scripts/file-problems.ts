/** A file cannot be used. Each problem is a line of its own: the file, the line, what is wrong or what to write. */
export class FileProblems extends Error {
  override readonly name: string = 'FileProblems';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.problems = problems;
  }
}
