// Performance figures from a browser trace.

import type { CDPSession, Page } from "@playwright/test";

type TraceEvent = {
  name: string;
  ph: string;
  ts: number;
  dur?: number;
  tid: number;
  args: Record<string, unknown>;
};

export type Figures = {
  /** The number of pointer event handlers that ran. */
  handlers: number;
  handlerMsMedian: number;
  handlerMsMax: number;
  /** The event type of the longest handler. */
  longest: string;
  /** Layouts forced by a script. */
  forcedLayouts: number;
  /** The functions that forced layouts. */
  forcedBy: string[];
  layoutMsMax: number;
  /** Layout shifts that do not follow a released pointer. */
  layoutShifts: number;
};

/**
 * Shifts this soon after the end of a drag are its effect. The browser excludes shifts within half a second of the input,
 * but a busy machine may deliver the input to the page later; the trace has the time of delivery.
 */
const RESPONSE_US = 1_000_000;

const CATEGORIES = [
  "devtools.timeline",
  "disabled-by-default-devtools.timeline.stack",
  "loading",
  "disabled-by-default-devtools.timeline",
];

export async function traced(page: Page, act: () => Promise<void>): Promise<Figures> {
  const session = await page.context().newCDPSession(page);
  const events: TraceEvent[] = [];
  session.on("Tracing.dataCollected", ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  await session.send("Tracing.start", {
    transferMode: "ReportEvents",
    traceConfig: { includedCategories: CATEGORIES },
  });
  await act();
  await ended(session);
  return figuresOf(events);
}

function ended(session: CDPSession): Promise<void> {
  return new Promise((done) => {
    session.once("Tracing.tracingComplete", () => done());
    void session.send("Tracing.end");
  });
}

function figuresOf(events: ReadonlyArray<TraceEvent>): Figures {
  const typeOf = ({ args }: TraceEvent) => ((args["data"] ?? {}) as { type?: string }).type ?? "";
  const isPointer = (event: TraceEvent) => /^(pointer|click|mouse)/.test(typeOf(event));
  const handlers = events.filter((event) => event.name === "EventDispatch" && isPointer(event));
  const longest = handlers.toSorted((a, b) => (b.dur ?? 0) - (a.dur ?? 0))[0];
  const durations = handlers.map(({ dur = 0 }) => dur / 1000).sort((a, b) => a - b);
  const isWithin = (event: TraceEvent) =>
    handlers.some(({ ts, dur = 0, tid }) => tid === event.tid && event.ts >= ts && event.ts <= ts + dur);
  const layouts = events.filter(({ name }) => name === "Layout" || name === "UpdateLayoutTree");
  // Playwright looks for the element under the pointer in a handler of its own.
  const forced = layouts.filter(isWithin).filter((event) => forcingFunction(event) !== "expectHitTarget");
  const liftings = handlers.filter((event) => typeOf(event) === "pointerup");
  const isResponse = ({ ts: shiftedAt, args }: TraceEvent) =>
    hadInput(args) || liftings.some(({ ts }) => ts <= shiftedAt && shiftedAt - ts < RESPONSE_US);
  return {
    handlers: handlers.length,
    handlerMsMedian: durations[Math.floor(durations.length / 2)] ?? 0,
    handlerMsMax: durations.at(-1) ?? 0,
    longest: longest ? typeOf(longest) : "",
    forcedLayouts: forced.length,
    forcedBy: [...new Set(forced.map(forcingFunction))],
    layoutMsMax: Math.max(0, ...layouts.map(({ dur = 0 }) => dur / 1000)),
    layoutShifts: events.filter((event) => event.name === "LayoutShift" && !isResponse(event)).length,
  };
}

function forcingFunction({ args }: TraceEvent): string {
  type Frames = { stackTrace?: Array<{ functionName: string }> };
  const { stackTrace } = (args["beginData"] ?? {}) as Frames;
  return stackTrace?.[0]?.functionName ?? "unknown";
}

/** Whether the browser itself attributes the shift to input. */
function hadInput(args: Record<string, unknown>): boolean {
  return ((args["data"] ?? {}) as { had_recent_input?: boolean }).had_recent_input ?? false;
}
