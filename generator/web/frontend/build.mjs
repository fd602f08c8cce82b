// Bundles the page into ../bundle: its own modules by esbuild; pdf.js and Pyodide as they come,
// but for what is large and compresses well.
import { build } from "esbuild";
import { copyFile, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { gzipSync } from "node:zlib";

const bundle = new URL("../bundle/", import.meta.url).pathname;
const shared = {
  bundle: true,
  format: "esm",
  target: "es2022",
  minify: true,
  legalComments: "none", // licences.txt has them
  logLevel: "warning",
  external: ["titan-one.ttf", "node:*", "url", "fs", "fs/promises", "path", "vm", "child_process", "crypto", "ws"],
};

await rm(bundle, { recursive: true, force: true });
await mkdir(`${bundle}pyodide`, { recursive: true });
await build({
  ...shared,
  entryPoints: { app: "src/main.ts", page: "src/page.css", studio: "src/studio/studio.css" },
  outdir: bundle,
  splitting: true,
  chunkNames: "[name]-[hash]",
});
await build({
  ...shared,
  entryPoints: { worker: "src/worker.ts", service_worker: "src/service_worker.ts" },
  outdir: bundle,
});
await copyFile("src/index.html", `${bundle}index.html`);
await copyFile("node_modules/pdfjs-dist/legacy/build/pdf.worker.min.mjs", `${bundle}pdf.worker.js`);

// Whose work is in the bundle.
const manifest = JSON.parse(await readFile("package.json", "utf8"));
const notices = [];
for (const name of Object.keys(manifest.dependencies)) {
  const { version, license, homepage = "" } = JSON.parse(
    await readFile(`node_modules/${name}/package.json`, "utf8"),
  );
  notices.push(`${name} ${version}, ${license} licence ${homepage}`.trim());
}
// The build of pdf.js for older browsers contains polyfills that its manifest does not name.
const pdfWorker = await readFile(`${bundle}pdf.worker.js`, "utf8");
const [, version] = /core-js\/blob\/v([\d.]+)\/LICENSE/.exec(pdfWorker);
notices.push(`core-js ${version}, MIT licence https://github.com/zloirock/core-js (in pdfjs-dist)`);
await writeFile(`${bundle}licences.txt`, `${notices.join("\n")}\n`);

const runtime = "node_modules/pyodide/";
await copyFile(`${runtime}pyodide.asm.mjs`, `${bundle}pyodide/pyodide.asm.mjs`);
await copyFile(`${runtime}python_stdlib.zip`, `${bundle}pyodide/python_stdlib.zip`);
const wasm = await readFile(`${runtime}pyodide.asm.wasm`);
await writeFile(`${bundle}pyodide/pyodide.asm.wasm.gz`, gzipSync(wasm, { level: 9 }));
// Pyodide's own packages are not used: the generator's come from PyPI.
const lock = JSON.parse(await readFile(`${runtime}pyodide-lock.json`, "utf8"));
const packages = {};
await writeFile(`${bundle}pyodide/pyodide-lock.json`, JSON.stringify({ ...lock, packages }));
