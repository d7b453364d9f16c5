const maxFrames = 3;

const frame = /^ {4}at .*?(?:\/|\(|at )(?<file>[\w.-]+):(?<line>\d+):(?<column>\d+)\)?$/;

/**
 * Returns where an error was thrown, as "worker.js:12:345 < worker.js:9:87": file, line and column of the first frames, without
 * folders and function names. Empty if the message can't be found in the stack, since a log must not contain it.
 */
export function stackFrames({ name, stack = '', message }: Error): string {
  const at = stack.indexOf(message || `${name}\n`);
  if (at < 0) return '';
  return stack
    .slice(at + message.length)
    .split('\n')
    .slice(1)
    .flatMap((line) => {
      const { file, line: row, column } = frame.exec(line)?.groups ?? {};
      return file === undefined ? [] : [`${file}:${row}:${column}`];
    })
    .slice(0, maxFrames)
    .join(' < ');
}
