const maxFrames = 3;

const frame = /^ {4}at .*?(?:\/|\(|at )(?<file>[\w.-]+):(?<line>\d+):(?<column>\d+)\)?$/;

/**
 * Where an error was thrown, as "worker.js:12:345 < worker.js:9:87": the file, line and column of its first frames, without
 * folders and names of functions. Empty if the stack does not hold the message, which must be left out of a log.
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
