import { DefaultReporter, type TestModule } from 'vitest/node';

/** How many tests the list of the slowest ones has. */
const listed = 20;

const inSeconds = (ms: number): string => `${(ms / 1000).toFixed(1).padStart(7)} s`;

/** The time of a file in milliseconds: its import, hooks and tests. */
function timeOf(file: TestModule): number {
  const { setupDuration, collectDuration, duration } = file.diagnostic();
  return setupDuration + collectDuration + duration;
}

/** Prints what the default reporter does, with the seconds of each file, why its tests failed, and the slowest tests at the end. */
export default class SecondsReporter extends DefaultReporter {
  protected override printTestModule(file: TestModule): void {
    if (file.state() === 'passed') this.log(`${inSeconds(timeOf(file))}  ${file.relativeModuleId}`);
    else {
      super.printTestModule(file);
      // A run that takes hours may be ended before its report.
      for (const test of file.children.allTests('failed'))
        for (const { message, diff = '' } of test.result().errors ?? [])
          this.log(`${test.fullName}\n${message}\n${diff}`);
    }
  }

  override onTestRunEnd(...end: Parameters<DefaultReporter['onTestRunEnd']>): void {
    super.onTestRunEnd(...end);
    const [files] = end;
    const tests = files.flatMap((file) =>
      [...file.children.allTests()].map((test) => ({
        name: `${file.relativeModuleId}: ${test.fullName}`,
        time: test.diagnostic()?.duration ?? 0,
      })),
    );
    const slowest = tests.toSorted((one, other) => other.time - one.time).slice(0, listed);
    this.log(`The ${slowest.length} slowest tests`);
    for (const { name, time } of slowest) this.log(`${inSeconds(time)}  ${name}`);
  }
}
