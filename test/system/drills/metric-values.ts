import type { LogLine } from '../../../local/aws/index.ts';
import { asObject, parseJson } from '../../../local/slack/payload/json.ts';

/** The values of a metric in log lines, as CloudWatch reads them. */
export const metricValues = (lines: readonly Pick<LogLine, 'text'>[], name: string): readonly number[] =>
  lines.flatMap(({ text }) => {
    if (!text.includes('"CloudWatchMetrics"')) return [];
    const value = asObject(parseJson(text))[name];
    return typeof value === 'number' ? [value] : [];
  });
