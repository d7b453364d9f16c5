import type { ReactNode } from 'react';

function Icon({ children }: { children: ReactNode }) {
  return (
    <svg className="bk-icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" focusable="false">
      <g fill="none" stroke="currentColor" strokeWidth="1.5" strokeLinecap="round" strokeLinejoin="round">
        {children}
      </g>
    </svg>
  );
}

const dot = (cx: number) => <circle cx={cx} cy="8" r="1.25" fill="currentColor" stroke="none" />;

export const ChevronIcon = () => (
  <Icon>
    <path d="m4 6 4 4 4-4" />
  </Icon>
);
export const CloseIcon = () => (
  <Icon>
    <path d="m4 4 8 8M12 4l-8 8" />
  </Icon>
);
export const DotsIcon = () => (
  <Icon>
    {dot(3)}
    {dot(8)}
    {dot(13)}
  </Icon>
);
export const TrashIcon = () => (
  <Icon>
    <path d="M2.5 4h11M6 4V2.5h4V4m-6 0 .6 9.5h6.8L12 4M6.7 6.8v4M9.3 6.8v4" />
  </Icon>
);
const thumb =
  'M5 7.2 7.6 2c1 0 1.6.8 1.4 1.8L8.6 6H12.5c.7 0 1.2.7 1 1.4l-1.1 4.8c-.1.5-.6.8-1 .8H5ZM2.5 7.2H5V13H2.5Z';
export const ThumbUpIcon = () => (
  <Icon>
    <path d={thumb} />
  </Icon>
);
export const ThumbDownIcon = () => (
  <Icon>
    <g transform="rotate(180 8 8)">
      <path d={thumb} />
    </g>
  </Icon>
);
export const WarningIcon = () => (
  <Icon>
    <path d="M8 2 14.5 13.5H1.5ZM8 6.5v3" />
    <circle cx="8" cy="11.5" r=".5" fill="currentColor" />
  </Icon>
);
export const InfoIcon = () => (
  <Icon>
    <circle cx="8" cy="8" r="6.25" />
    <path d="M8 7.5v3.5" />
    <circle cx="8" cy="5" r=".5" fill="currentColor" />
  </Icon>
);
export const CheckIcon = () => (
  <Icon>
    <circle cx="8" cy="8" r="6.25" />
    <path d="m5.2 8.2 2 2 3.6-4.2" />
  </Icon>
);
export const CrossIcon = () => (
  <Icon>
    <circle cx="8" cy="8" r="6.25" />
    <path d="m6 6 4 4m0-4-4 4" />
  </Icon>
);
export const WaitingIcon = () => (
  <Icon>
    <circle cx="8" cy="8" r="6.25" strokeDasharray="2.5 2.4" />
  </Icon>
);
export const RunningIcon = () => (
  <Icon>
    <circle cx="8" cy="8" r="6.25" />
    <path d="M8 4.5V8l2.5 1.5" />
  </Icon>
);
export const ImageIcon = () => (
  <Icon>
    <rect x="1.75" y="2.75" width="12.5" height="10.5" rx="1.5" />
    <path d="m2 11 3.5-3.5 3 3 2-2L14 12" />
    <circle cx="10.8" cy="5.8" r=".9" />
  </Icon>
);
export const PlayIcon = () => (
  <Icon>
    <circle cx="8" cy="8" r="6.25" />
    <path d="M6.6 5.4 10.6 8l-4 2.6Z" fill="currentColor" />
  </Icon>
);
export const FileIcon = () => (
  <Icon>
    <path d="M3.5 1.75h5.5l3.5 3.5v9h-9ZM9 1.75v3.5h3.5" />
  </Icon>
);
export const SearchIcon = () => (
  <Icon>
    <circle cx="7" cy="7" r="4.5" />
    <path d="m10.5 10.5 3.5 3.5" />
  </Icon>
);
