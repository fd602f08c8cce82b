// Sorts tables by the column whose title is clicked.
"use strict";

function sortBy(table, column, header) {
  const descending = header.getAttribute("aria-sort") !== "descending";
  const value = (row) => {
    const cell = row.cells[column];
    if (!cell.classList.contains("number")) return cell.textContent;
    return Number(cell.dataset.value ?? (cell.textContent.replace(/,/g, "") || NaN));
  };
  const order = (one, other) => {
    const [a, b] = [value(one), value(other)];
    if (typeof a === "string") return a.localeCompare(b);
    if (Number.isNaN(a) || Number.isNaN(b)) return Number.isNaN(a) - Number.isNaN(b);
    return descending ? b - a : a - b;
  };
  const rows = [...table.tBodies[0].rows].sort(order);
  if (!header.classList.contains("number") && !descending) rows.reverse();
  for (const each of table.tHead.rows[0].cells) each.removeAttribute("aria-sort");
  header.setAttribute("aria-sort", descending ? "descending" : "ascending");
  table.tBodies[0].append(...rows);
}

for (const table of document.querySelectorAll("table")) {
  [...table.tHead.rows[0].cells].forEach((header, column) => {
    const button = document.createElement("button");
    button.textContent = header.textContent;
    button.title = "Sort by this column";
    button.addEventListener("click", () => sortBy(table, column, header));
    header.replaceChildren(button);
  });
}
