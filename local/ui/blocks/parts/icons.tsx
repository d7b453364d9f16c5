import { createElement, type ReactNode } from 'react';

const strokes = {
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: '1.5',
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const;

const icon =
  (...shapes: ReactNode[]) =>
  () => (
    <svg className="bk-icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" focusable="false">
      {createElement('g', strokes, ...shapes)}
    </svg>
  );

const dot = (cx: number) => <circle cx={cx} cy="8" r="1.25" fill="currentColor" stroke="none" />;

export const ChevronIcon = icon(<path d="m4 6 4 4 4-4" />);
export const DotsIcon = icon(dot(3), dot(8), dot(13));
export const WarningIcon = icon(
  <path d="M8 2 14.5 13.5H1.5ZM8 6.5v3" />,
  <circle cx="8" cy="11.5" r=".5" fill="currentColor" />,
);
export const InfoIcon = icon(
  <circle cx="8" cy="8" r="6.25" />,
  <path d="M8 7.5v3.5" />,
  <circle cx="8" cy="5" r=".5" fill="currentColor" />,
);
export const CheckIcon = icon(<circle cx="8" cy="8" r="6.25" />, <path d="m5.2 8.2 2 2 3.6-4.2" />);
export const CrossIcon = icon(<circle cx="8" cy="8" r="6.25" />, <path d="m6 6 4 4m0-4-4 4" />);
export const WaitingIcon = icon(<circle cx="8" cy="8" r="6.25" strokeDasharray="2.5 2.4" />);
export const RunningIcon = icon(<circle cx="8" cy="8" r="6.25" />, <path d="M8 4.5V8l2.5 1.5" />);
export const SearchIcon = icon(<circle cx="7" cy="7" r="4.5" />, <path d="m10.5 10.5 3.5 3.5" />);
