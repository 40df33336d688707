import { derived, editable, inputOnly, integer, noted, time } from './field.ts';
import { resource } from './resource.ts';

/** The clock of a sandbox site. It can be moved forward, so that months of billing take minutes. */
export const siteClock = resource('clock', {
  now: editable(time()),
  reached_at: noted(
    'Everything that was due before has run; less than now while due work on the way is still running.',
    derived(time()),
  ),
  items: noted('Items of due work that have run since the clock was moved.', derived(integer(0))),
  advance_in_seconds: noted('Instead of now: how far to move on.', inputOnly(editable(integer(0)))),
});
