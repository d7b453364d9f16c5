import { CommandError } from '../command-line/command-line.ts';

/** A file that the build reads cannot be used. Each problem is a separate line: the file, the line, and the mistake or its remedy. */
export class FileProblems extends CommandError {
  override readonly name = 'FileProblems';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.problems = problems;
  }
}
