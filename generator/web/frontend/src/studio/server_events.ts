// Server-sent events read with fetch, which unlike EventSource can send the token in a header.

export interface Job {
  id: string;
  kind: "statistics" | "playtest";
  game: string;
  sets: string[];
  phase: string;
  share: number;
  state: "running" | "done" | "failed" | "cancelled";
  error: string;
}

export type ServerEvent =
  | { type: "file"; path: string; signature: string }
  | ({ type: "job" } & Job);

const FIRST_WAIT = 500; // milliseconds
const LONGEST_WAIT = 10_000;

/** Reads events until the page is closed; waits longer after each failure to connect. */
export async function listenToEvents(
  connect: () => Promise<Response>,
  onEvent: (event: ServerEvent) => void,
  onConnection: (isOpen: boolean, error?: unknown) => void,
): Promise<never> {
  for (let wait = FIRST_WAIT; ; wait = Math.min(wait * 2, LONGEST_WAIT)) {
    let failure: unknown;
    try {
      const response = await connect();
      onConnection(true);
      wait = FIRST_WAIT;
      await readEvents(response, onEvent);
    } catch (error) {
      failure = error; // the server has ended or refuses: it may be there again later
    }
    onConnection(false, failure);
    await new Promise((resolve) => setTimeout(resolve, wait));
  }
}

async function readEvents(
  response: Response,
  onEvent: (event: ServerEvent) => void,
): Promise<void> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  while (reader) {
    const { value, done } = await reader.read();
    if (done) return;
    const parts = (rest + value).replace(/\r\n?/g, "\n").split("\n\n");
    rest = parts.pop() ?? "";
    for (const part of parts) handOver(part, onEvent);
  }
}

function handOver(block: string, onEvent: (event: ServerEvent) => void): void {
  const lines = block.split("\n").filter((line) => line.startsWith("data:"));
  if (!lines.length) return; // a comment that keeps the connection open
  onEvent(JSON.parse(lines.map((line) => line.slice(5).trimStart()).join("\n")) as ServerEvent);
}
