import { useState } from 'react';
import { Button } from 'react-aria-components';
import type { Trace } from '../../inspector/inspector-types.ts';
import { JsonText } from './json-text.tsx';
import { lastShown, type MessageRef, type Shown } from './touches.ts';

interface BlockKitProps {
  readonly traces: readonly Trace[];
  readonly trace: Trace | undefined;
  readonly selected: MessageRef | undefined;
}

/** What was sent for people to see, as JSON: of the chosen message, else the last of the chosen trace. */
export function BlockKit({ traces, trace, selected }: BlockKitProps) {
  const [copied, setCopied] = useState<unknown>();
  const shown = lastShown(traces, trace, selected);
  if (!shown) return <p className="inspector-empty">This trace changed nothing that people see.</p>;
  const copy = async () => {
    await navigator.clipboard.writeText(JSON.stringify(shown.shown, undefined, 2));
    setCopied(shown);
  };
  return (
    <>
      <div className="inspector-bar">
        <h3>{titleOf(shown)}</h3>
        <Button className="plain-button" onPress={copy}>
          Copy
        </Button>
        <span role="status" className="copied">
          {copied === shown ? 'Copied' : ''}
        </span>
      </div>
      <JsonText label="Block Kit" value={shown.shown} />
    </>
  );
}

function titleOf(shown: Shown): string {
  if (shown.kind === 'message') return shown.onlyFor ? 'Message that only one person sees' : 'Message';
  return shown.kind === 'view' ? 'Modal' : 'Home tab';
}
