// @ts-check
/**
 * What the board says, in English and French.
 *
 * @import { Place } from "./notation.js"
 * @import { Summary } from "./trace.js"
 *
 * @typedef {object} Words
 * @property {string} again
 * @property {string} burn
 * @property {string} board
 * @property {(owner: string, letter: string) => string} pit
 * @property {(owner: string) => string} store
 * @property {(n: number) => string} seeds
 * @property {string} burned
 * @property {string} tuzdyk
 * @property {[string, string]} sides
 * @property {(told: Summary, where: (place: Place) => string, taken: number) => string} preview
 * @property {(told: Summary, who: string, where: (place: Place) => string, taken: number) => string} told
 */

/** @type {Words} */
const en = {
  again: "Again",
  burn: "Burn a column",
  board: "Mancala board",
  pit: (owner, letter) => `${owner}, pit ${letter}`,
  store: (owner) => `${owner}’s store`,
  seeds: (n) => (n === 0 ? "empty" : n === 1 ? "1 seed" : `${n} seeds`),
  burned: "burned",
  tuzdyk: "tuzdyk",
  sides: ["South", "North"],
  preview(told, where, taken) {
    const says = [];
    if (told.burned.length) says.push(`burns pits ${told.burned.join(" and ")}`);
    else if (told.end) says.push(`last seed in ${where(told.end)}`);
    if (told.laps) says.push(told.laps === 1 ? "after another lap" : `after ${told.laps} more laps`);
    if (told.tuzdyk) says.push("makes a tuzdyk");
    if (taken) says.push(`captures ${taken}`);
    if (told.again) says.push("sow again");
    if (told.over) says.push("ends the game");
    return `${told.move}: ${says.join(", ")}`;
  },
  told(told, who, where, taken) {
    const says = [`${who} ${told.burned.length ? `burned pits ${told.burned.join(" and ")}` : `sowed ${told.move}`}`];
    if (told.end && !taken) says.push(`last seed in ${where(told.end)}`);
    if (told.tuzdyk) says.push("made a tuzdyk");
    if (taken) says.push(`captured ${taken}`);
    if (told.again) says.push("sow again");
    if (told.over) says.push("the game is over");
    return says.join(", ");
  },
};

/**
 * « de Kofi », « d’Ama »; a y before a vowel is none itself.
 * @param {string} name
 */
function de(name) {
  return /^(?:[aeiouhâàäéèêëîïôöùûüœæ]|y(?![aeiouhâàäéèêëîïôöùûüœæ]))/iu.test(name) ? `d’${name}` : `de ${name}`;
}

/** @type {Words} */
const fr = {
  again: "Encore",
  burn: "Brûler une colonne",
  board: "Plateau de mancala",
  pit: (owner, letter) => `${owner}, case ${letter}`,
  store: (owner) => `grenier ${de(owner)}`,
  seeds: (n) => (n === 0 ? "vide" : n === 1 ? "1 graine" : `${n} graines`),
  burned: "brûlée",
  tuzdyk: "touzdyk",
  sides: ["Sud", "Nord"],
  preview(told, where, taken) {
    const says = [];
    if (told.burned.length) says.push(`brûle les cases ${told.burned.join(" et ")}`);
    else if (told.end) says.push(`dernière graine : ${where(told.end)}`);
    if (told.laps) says.push(told.laps === 1 ? "après un tour de plus" : `après ${told.laps} tours de plus`);
    if (told.tuzdyk) says.push("crée un touzdyk");
    if (taken) says.push(`prend ${taken}`);
    if (told.again) says.push("rejouer");
    if (told.over) says.push("finit la partie");
    return `${told.move} : ${says.join(", ")}`;
  },
  told(told, who, where, taken) {
    const says = [`${who} ${told.burned.length ? `a brûlé les cases ${told.burned.join(" et ")}` : `a semé ${told.move}`}`];
    if (told.end && !taken) says.push(`dernière graine : ${where(told.end)}`);
    if (told.tuzdyk) says.push("touzdyk créé");
    if (taken) says.push(`${taken} prises`);
    if (told.again) says.push("à rejouer");
    if (told.over) says.push("la partie est finie");
    return says.join(", ");
  },
};

/** @param {string} lang @returns {Words} */
export const wordsFor = (lang) => (lang.toLowerCase().startsWith("fr") ? fr : en);
