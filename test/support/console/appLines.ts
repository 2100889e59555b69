/** The app's warnings and errors, as console lines without their level. */

/** A REST call has failed (S8). */
export const FAILED_CALL = /^(Loading history|Sending a message|Sending an image) failed: /;
/** A connection attempt has failed, or a connection was lost. */
export const FAILED_CONNECTION =
  /^(Connecting to the hub (failed: |has timed out\.)|Connection disconnected with error )/;
/** A hub method has failed. */
export const FAILED_INVOCATION = /^Send(Message|Typing) (failed: |has timed out\.)/;
/** A history item or a payload of the hub was skipped. */
export const SKIPPED_PAYLOAD = /^Skipped .* not (a message|messages)\.$/;
/** SignalR's line about a hub event without a listener. */
export const UNKNOWN_EVENT = /^No client method with the name /;
