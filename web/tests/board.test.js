// The parts of the board element that need no browser.
import assert from "node:assert/strict";
import { test } from "node:test";
import { layOut, standsBetter } from "../board/geometry.js";
import { places, readPosition, writePosition } from "../board/notation.js";
import { arrange, SEED_RADIUS } from "../board/seeds.js";
import { Seeds } from "../board/state.js";
import { frameAt, tell } from "../board/story.js";
import { captured, summarise } from "../board/trace.js";
import { wordsFor } from "../board/words.js";

test("a position is written as it was read", () => {
  for (const text of ["4,4,4,4,4,4/4,4,4,4,4,4/0,0/S", "3,x,12/t,x,0/200,1/N", "1/1/0,0/S"]) {
    assert.equal(writePosition(readPosition(text)), text);
  }
});

test("what is no position is refused", () => {
  for (const text of ["", "4,4/4,4/0,0", "4,4/4/0,0/S", "4,4/4,4/0/S", "4,-4/4,4/0,0/S", "4,4/4,4/0,0/X", "4,999/4,4/0,0/S"]) {
    assert.throws(() => readPosition(text), /is not a position/, text);
  }
});

test("adding a seed moves no other", () => {
  assert.deepEqual(arrange(3, 39, 0, 0, 9), arrange(3, 39, 0, 0, 30).slice(0, 9));
});

test("fifteen seeds lie singly in every pit", () => {
  for (const place of places(12)) {
    const spots = arrange(place.charCodeAt(0) * 31, 39, 0, 0, 15);
    for (const [i, a] of spots.entries()) {
      assert.ok(Math.hypot(a.x, a.y) <= 39, `${place} holds its seeds`);
      for (const b of spots.slice(0, i)) assert.ok(Math.hypot(a.x - b.x, a.y - b.y) > SEED_RADIUS * 1.5, `seeds of ${place} overlap`);
    }
  }
});

test("the board stands on an upright phone and lies on a wide screen", () => {
  assert.ok(standsBetter(6, 360, 560));
  assert.ok(standsBetter(12, 320, 480));
  assert.ok(!standsBetter(6, 1000, 700));
  assert.ok(!standsBetter(1, 800, 390));
});

test("standing, the own row is the left column read downwards and the own store is below", () => {
  const { spots, height } = layOut(6, "S", true);
  const at = (place) => spots.get(place).middle;
  assert.ok(at("A").x < at("f").x && at("A").y === at("f").y);
  assert.ok(at("A").y < at("B").y);
  assert.ok(at("S").y > height / 2 && at("N").y < height / 2);
});

test("lying, each player sees the own row below, read to the right, with the store after it", () => {
  for (const [view, first, last, theirs] of [["S", "A", "F", "f"], ["N", "a", "f", "F"]]) {
    const { spots } = layOut(6, view, false);
    const at = (place) => spots.get(place).middle;
    assert.ok(at(first).x < at(last).x && at(last).x < at(view).x);
    assert.ok(at(first).y > at(theirs).y && at(first).x === at(theirs).x);
  }
});

const start = () => {
  const seeds = new Seeds();
  seeds.become(readPosition("0,2,0/1,3,0/0,0/S"));
  return seeds;
};
const told = (seeds, trace) => tell(seeds, trace, (place, slot) => ({ x: place.charCodeAt(0), y: slot }), (place) => ({ x: place.charCodeAt(0), y: -50 }), 100);
const CAPTURE = [{ lift: "B", seeds: 2 }, { drop: "C" }, { drop: "S" }, { capture: "a", seeds: 1, to: "S" }];

test("a story ends with every seed where the trace puts it", () => {
  const seeds = start();
  const lifted = [...seeds.at("B"), ...seeds.at("a")];
  const { flights, duration } = told(seeds, CAPTURE);
  assert.deepEqual(new Set(flights.keys()), new Set(lifted));
  const ends = [...flights.values()].map((frames) => frameAt(frames, duration)).map(({ x, y }) => String.fromCharCode(x) + y);
  assert.deepEqual(ends.sort(), ["C0", "S0", "S1"]);
});

test("counts tick as seeds land, and a capture waits a moment", () => {
  const { moments } = told(start(), CAPTURE);
  assert.deepEqual(moments.map((m) => [m.place, m.count]), [["B", 0], ["C", 1], ["S", 1], ["a", 0], ["S", 2]]);
  const [, , landed, taken] = moments;
  assert.ok(taken.t - landed.t > 200);
});

test("burned seeds leave the board", () => {
  const seeds = new Seeds();
  seeds.become(readPosition("1,2/3,0/4,0/S"));
  const { flights, moments } = told(seeds, [{ burn: ["A", "b"], seeds: [1, 0], cost: 3, by: "S" }]);
  assert.equal(flights.size, 4);
  assert.ok([...flights.values()].every((frames) => frames.at(-1).fade === 1));
  assert.deepEqual(moments.filter((m) => m.mark === "burned").map((m) => m.place), ["A", "b"]);
  assert.equal(moments.find((m) => m.place === "S").count, 1);
});

test("a seed keeps its look when the position jumps", () => {
  const seeds = start();
  const before = new Set(seeds.all());
  seeds.become(readPosition("1,1,1/1,1,1/0,0/N"));
  assert.deepEqual(new Set(seeds.all()), before);
});

test("a preview says where the last seed falls, what is captured and whether one sows again", () => {
  const move = { move: "B", trace: CAPTURE, position: "", again: true };
  const summary = summarise(move);
  assert.equal(captured(summary), 1);
  const where = (place) => (place === "S" ? "Ama’s store" : place);
  assert.equal(wordsFor("en").preview(summary, where, 1), "B: last seed in Ama’s store, captures 1, sow again");
  assert.equal(wordsFor("fr-CA").preview(summary, () => "C", 1), "B : dernière graine : C, prend 1, rejouer");
});
