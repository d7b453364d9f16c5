/** A file cannot be used. Each problem is a separate line: the file, the line, and the mistake or its remedy. */
export class FileProblems extends Error {
  override readonly name: string = 'FileProblems';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.problems = problems;
  }
}
