import type { InspectorEvent } from '../../inspector/inspector-types.ts';
import { subscribe } from '../shared/live.ts';

/** What is done with each kind of event; the others are ignored. */
type InspectorListeners = {
  readonly [Event in InspectorEvent as Event['kind']]?: (data: Event['data']) => void;
};

const ignored = { traces: () => {}, trace: () => {}, state: () => {}, faults: () => {} };

/**
 * Follows the inspector. Windows share one stream, which has the kinds that the first of them wants, so all want all.
 * @param joined is called when nothing is missed any more
 * @returns the way to stop
 */
export const followInspector = (listeners: InspectorListeners, onJoined: () => void): (() => void) =>
  subscribe('/_inspector/events', { ...ignored, ...listeners }, { onJoined });
