// Where two pictures of a page differ, as a few rectangles around what changed.

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

const CELL = 12; // pixels; differences in neighbouring cells are one change
const TOLERANCE = 32; // of 255, in one colour; less is smoothing of edges
const MOST_BOXES = 40;

/** Rectangles in pixels; null if the sizes differ, as then nothing can be compared. */
export function changedBoxes(before: ImageData, after: ImageData): Box[] | null {
  if (before.width !== after.width || before.height !== after.height) return null;
  const columns = Math.ceil(after.width / CELL);
  const cells = changedCells(before, after, columns);
  const boxes: Box[] = [];
  for (const start of [...cells]) {
    if (cells.has(start)) boxes.push(boxOf(connected(start, cells, columns), columns));
  }
  if (boxes.length > MOST_BOXES) return [boxes.reduce(union)];
  return boxes;
}

/** A pixel has changed if it is not like any pixel around it in the other picture: browsers do not
 * draw the same edge alike every time. */
function changedCells(before: ImageData, after: ImageData, columns: number): Set<number> {
  const { data, width } = after;
  const cells = new Set<number>();
  for (let index = 0; index < data.length; index += 1) {
    if (Math.abs((data[index] ?? 0) - (before.data[index] ?? 0)) <= TOLERANCE) continue;
    if (!isNew(index, before, after) && !isNew(index, after, before)) continue;
    const pixel = index >> 2;
    const row = Math.floor(pixel / width / CELL);
    cells.add(row * columns + Math.floor((pixel % width) / CELL));
  }
  return cells;
}

/** Whether a value of `picture` lies outside the range of those around it in `other`. */
function isNew(index: number, other: ImageData, picture: ImageData): boolean {
  const value = picture.data[index] ?? 0;
  let least = 255;
  let most = 0;
  for (const row of [-1, 0, 1]) {
    for (const column of [-1, 0, 1]) {
      const around = other.data[index + 4 * (row * other.width + column)] ?? value;
      least = Math.min(least, around);
      most = Math.max(most, around);
    }
  }
  return value < least - TOLERANCE || value > most + TOLERANCE;
}

/** The cells that hang together with one, taken out of the set. */
function connected(start: number, cells: Set<number>, columns: number): number[] {
  const group = [start];
  cells.delete(start);
  for (const cell of group) {
    for (const neighbour of neighbours(cell, columns)) {
      if (cells.delete(neighbour)) group.push(neighbour);
    }
  }
  return group;
}

function neighbours(cell: number, columns: number): number[] {
  const column = cell % columns;
  const steps = [-1, 0, 1].filter((step) => column + step >= 0 && column + step < columns);
  return [-columns, 0, columns].flatMap((rows) => steps.map((step) => cell + rows + step));
}

function boxOf(cells: readonly number[], columns: number): Box {
  const boxes = cells.map((cell) => {
    const left = (cell % columns) * CELL;
    const top = Math.floor(cell / columns) * CELL;
    return { left, top, right: left + CELL, bottom: top + CELL };
  });
  return boxes.reduce(union);
}

function union(one: Box, other: Box): Box {
  return {
    left: Math.min(one.left, other.left),
    top: Math.min(one.top, other.top),
    right: Math.max(one.right, other.right),
    bottom: Math.max(one.bottom, other.bottom),
  };
}
