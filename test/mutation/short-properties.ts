import fc from 'fast-check';

/*
 * A property is tried for half a second at most for each mutant: of those that it notices it notices nearly all at once.
 */
fc.configureGlobal({ interruptAfterTimeLimit: 500, markInterruptAsFailure: false });
