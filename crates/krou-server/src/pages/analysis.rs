//! The analysis board: any position of any game, complete in the address.

use askama::Template;
use axum::extract::{Query, State};

use super::{Listed, Page, Shell, listed, or_page, render};
use crate::App;
use crate::answer::Shown;
use crate::lang::Speaks;
use crate::question::Question;

#[derive(Template)]
#[template(path = "analysis.html")]
struct AnalysisPage<'a> {
    shell: &'a Shell,
    games: Vec<Listed>,
    question: &'a Question,
    /// Where everybody finds the server, or nothing.
    public: &'a str,
    title: &'a str,
    name: &'a str,
    /// What the board shows, as JSON.
    shown: String,
    diagram: String,
    position: String,
    /// Why the question makes no sense, if it does not.
    why: String,
}

/// `/analysis?rules=…&set=…&position=…&moves=…`
pub async fn analysis(
    State(app): State<App>,
    Query(question): Query<Question>,
    speaks: Speaks,
) -> Page {
    let here = format!("/analysis{}", question.query());
    let shell = Shell::new(&speaks, here);
    // A question that makes no sense still gets a board to mend it on.
    let (game, why) = match question.game() {
        Ok(game) => (game, String::new()),
        Err(error) => {
            let plain = Question::default().game();
            (or_page(plain, &speaks)?, error.text(speaks.lang))
        }
    };
    let ruleset = game.rules().ruleset();
    let shown = Shown::new(&game);
    Ok(render(&AnalysisPage {
        games: listed(speaks.lang),
        question: &question,
        public: &app.public_address,
        title: ruleset.title.get(speaks.lang),
        name: &ruleset.name,
        shown: serde_json::to_string(&shown).unwrap_or_default(),
        position: game.position().to_string(),
        diagram: game.position().setup().diagram().to_string(),
        why,
        shell: &shell,
    }))
}
