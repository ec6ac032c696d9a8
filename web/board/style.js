// @ts-check
/**
 * The look of the board. Every colour is a custom property that a page may set on the element or
 * above it; themes.css holds whole sets of them.
 */
const css = `
:host {
  --_wood: var(--krou-wood, #c99a63);
  --_wood-lit: var(--krou-wood-lit, #dcb47f);
  --_wood-dark: var(--krou-wood-dark, #b5834c);
  --_under: var(--krou-under, #7d562f);
  --_grain: var(--krou-grain, #8a5a2b);
  --_pit: var(--krou-pit, #8a5c35);
  --_pit-wall: var(--krou-pit-wall, #5f3c20);
  --_lip-lit: var(--krou-lip-lit, #e9c799);
  --_lip-dark: var(--krou-lip-dark, #7a4f28);
  --_ink: var(--krou-ink, #2b1a0c);
  --_ink-quiet: var(--krou-ink-quiet, #4a3018);
  --_seed-0: var(--krou-seed-0, #d9d2bd);
  --_seed-1: var(--krou-seed-1, #c4bfa6);
  --_seed-2: var(--krou-seed-2, #b3b49c);
  --_seed-3: var(--krou-seed-3, #cfc3a4);
  --_seed-shade: var(--krou-seed-shade, #5d5a48);
  --_gleam: var(--krou-gleam, #fffdf3);
  --_can: var(--krou-can, #0b5d57);
  --_can-halo: var(--krou-can-halo, #d9f3e6);
  --_just: var(--krou-just, #8e1f14);
  --_just-halo: var(--krou-just-halo, #ffe3d2);
  --_focus: var(--krou-focus, #12345b);
  display: block;
  max-height: 100dvh;
  font-family: var(--krou-font, system-ui, sans-serif);
  container-type: inline-size;
}
:host([hidden]) { display: none; }
.frame { position: relative; margin-inline: auto; touch-action: manipulation; }
svg { display: block; width: 100%; height: 100%; overflow: visible; user-select: none; -webkit-user-select: none; }

.under { fill: var(--_under); }
.wood { fill: url(#wood); stroke: var(--krou-outline, none); stroke-width: 2; }
.wood-lit { stop-color: var(--_wood-lit); } .wood-mid { stop-color: var(--_wood); } .wood-dark { stop-color: var(--_wood-dark); }
.edge { fill: none; stroke: var(--_lip-lit); stroke-opacity: .55; stroke-width: 1.5; }
.grain { fill: none; stroke: var(--_grain); opacity: .16; }
.lip { fill: url(#lip); } .lip-lit { stop-color: var(--_lip-lit); } .lip-dark { stop-color: var(--_lip-dark); }
.depth { fill: url(#depth); } .pit-floor { stop-color: var(--_pit); } .pit-wall { stop-color: var(--_pit-wall); }
.shade { fill: none; stroke: var(--_pit-wall); stroke-opacity: .55; stroke-width: 3; }

.shadow { fill: #000; opacity: .26; }
.flying .shadow { opacity: .16; }
.gleam { fill: var(--_gleam); opacity: .75; }
.body { stroke: var(--_seed-shade); stroke-width: .8; }
${[0, 1, 2, 3].map((i) => `
.tone-${i} { stop-color: var(--_seed-${i}); }
.tone-${i}-lit { stop-color: color-mix(in oklab, var(--_seed-${i}) 72%, var(--_gleam)); }
.tone-${i}-dark { stop-color: color-mix(in oklab, var(--_seed-${i}) 62%, var(--_seed-shade)); }`).join("")}

text { text-anchor: middle; font-family: inherit; font-variant-numeric: tabular-nums; }
.count { fill: var(--_ink); font-size: 21px; font-weight: 650; }

.trail { font-size: 15px; fill: var(--_just); }
.trailing .letter { display: none; }
.letter { fill: var(--_ink-quiet); font-size: 14px; }
.upright .count { font-size: 31px; }
.upright .letter { font-size: 19px; }
.upright .trail { font-size: 21px; }
.dot { fill: var(--_can); stroke: var(--_can-halo); stroke-width: 1.5; opacity: 0; }
.can .dot { opacity: 1; }
:host([numbers="large"]) .count { font-size: 30px; }
:host([numbers="large"]) :is(.letter, .dot) { display: none; }
:host([numbers="only"]) .seeds { display: none; }
:host([numbers="only"]) .count { font-size: 30px; }
:host([letters="off"]) .letter { display: none; }

.ring { fill: none; opacity: 0; stroke-width: 3.5; }
.ring.can { stroke: var(--_can); paint-order: stroke; }
.can .ring.can { opacity: .95; }
.ring.just { stroke: var(--_just); }
.from .ring.just { opacity: 1; stroke-dasharray: 3 7; stroke-linecap: round; stroke-width: 4.5; }
.end .ring.just { opacity: 1; stroke-width: 5; }
.ring.hint { stroke: var(--_can); stroke-dasharray: 9 6; stroke-width: 4; }
.hint-end .ring.hint, .hint-taken .ring.hint { opacity: 1; }
.hint-end .ring.can, .hint-taken .ring.can { opacity: 0; }
.chosen .ring.can { opacity: 1; stroke-width: 6; }
.cross { opacity: 0; }
.cross path { stroke: var(--_just); stroke-width: 4; stroke-linecap: round; }
.taken .cross { opacity: 1; }
.badge { font-size: 20px; font-weight: 750; fill: var(--_can); stroke: var(--_can-halo); stroke-width: 5; paint-order: stroke; stroke-linejoin: round; }
.scorch, path.tuzdyk { opacity: 0; fill: none; }
.burned .scorch { opacity: 1; stroke: var(--_lip-dark); stroke-width: 7; stroke-linecap: round; }
.hollow.burned .depth { fill: var(--_pit-wall); }
.hollow.burned { opacity: .55; }
.texts.burned .count, .texts.burned .dot { opacity: 0; }
path.tuzdyk { stroke: var(--_lip-lit); stroke-width: 4; }
.marks.tuzdyk path.tuzdyk { opacity: 1; }
.again { opacity: 0; }
.again.on { opacity: 1; }
.again rect { fill: var(--_can); stroke: var(--_can-halo); stroke-width: 2; }
.again text { fill: var(--_can-halo); font-size: 16px; font-weight: 700; }

.spots { position: absolute; inset: 0; }
button.spot {
  position: absolute; translate: -50% -50%; padding: 0; border: 0; background: none; border-radius: 999px;
  cursor: default; -webkit-tap-highlight-color: transparent;
}
button.spot.can, :host([mode="edit"]) button.spot { cursor: pointer; }
button.spot:focus { outline: none; }
button.spot:focus-visible { outline: 3px solid var(--_focus); outline-offset: 2px; box-shadow: 0 0 0 2px #fff; }
.below { display: flex; justify-content: center; gap: .75rem; align-items: center; min-height: 2rem; font-size: .95rem; }
.below p { margin: 0; text-align: center; }
/* A narrow board keeps room for two lines, so that nothing below it moves or is covered. */
@container (max-width: 30rem) { .below { min-height: 2.7rem; font-size: .9rem; line-height: 1.3; } }
.burn {
  font: inherit; padding: .3rem .9rem; min-height: 2rem; border-radius: 999px; border: 1.5px solid currentColor;
  background: transparent; color: inherit; cursor: pointer;
}
.burn[aria-pressed="true"] { background: var(--_just); border-color: var(--_just); color: #fff; }
.burn[hidden] { display: none; }
.said { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }

@media (forced-colors: active) {
  .wood, .under { fill: Canvas; stroke: CanvasText; }
  .depth { fill: Canvas; } .lip { fill: CanvasText; } .shade, .grain { display: none; }
  .count, 
.trail { font-size: 15px; fill: var(--_just); }
.trailing .letter { display: none; }
.letter { fill: CanvasText; } .body { fill: CanvasText; }
  .ring.can, .ring.hint { stroke: Highlight; } .ring.just, .cross path { stroke: LinkText; }
}
`;

export const sheet = new CSSStyleSheet();
sheet.replaceSync(css);
