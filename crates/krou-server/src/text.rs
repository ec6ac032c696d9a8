//! What the pages say, in English and French.

use krou_rules::Lang;

macro_rules! words {
    ($($(#[$doc:meta])* $name:ident: $en:literal, $fr:literal;)+) => {
        /// Every word of the pages in one language.
        #[derive(Debug)]
        pub struct Words { $($(#[$doc])* #[allow(missing_docs)] pub $name: &'static str),+ }
        static EN: Words = Words { $($name: $en),+ };
        static FR: Words = Words { $($name: $fr),+ };
    };
}

/// The words of a language.
pub fn words(lang: Lang) -> &'static Words {
    match lang {
        Lang::En => &EN,
        Lang::Fr => &FR,
    }
}

words! {
    tagline: "The home of mancala", "La maison du mancala";
    lead: "Play, learn and analyse the sowing games of the world. No account needed.", "Jouez, apprenez et analysez les jeux de semailles du monde. Sans compte.";
    skip: "Skip to the content", "Aller au contenu";
    play: "Play", "Jouer";
    games: "The games", "Les jeux";
    rules: "Rules", "Règles";
    analysis: "Analysis", "Analyse";
    compare: "Compare two games", "Comparer deux jeux";
    compare_with: "Compare with", "Comparer avec";
    compare_button: "Compare", "Comparer";
    same: "These are the same game.", "C’est le même jeu.";
    what: "What", "Quoi";
    settings: "Settings", "Réglages";
    language: "Language", "Langue";
    theme: "Theme", "Thème";
    theme_auto: "As the system", "Comme le système";
    theme_light: "Light", "Clair";
    theme_dark: "Dark", "Sombre";
    theme_contrast: "High contrast", "Contraste élevé";
    theme_shore: "Shore", "Rivage";
    numbers: "Numbers", "Nombres";
    numbers_beside: "Beside the pits", "À côté des cases";
    numbers_large: "Large", "Grands";
    numbers_only: "Only numbers", "Nombres seuls";
    speed: "Speed", "Vitesse";
    speed_slow: "Slow", "Lente";
    speed_usual: "Usual", "Normale";
    speed_fast: "Fast", "Rapide";
    speed_off: "No motion", "Sans mouvement";
    sound: "Sound", "Son";
    on: "On", "Oui";
    off: "Off", "Non";
    save: "Save", "Enregistrer";
    show_example: "Show an example", "Montrer un exemple";
    example: "Example", "Exemple";
    sources: "Sources", "Sources";
    play_this: "Play this game", "Jouer à ce jeu";
    analyse_this: "Analyse it", "L’analyser";
    fingerprint: "Fingerprint of these exact rules", "Empreinte de ces règles exactes";
    value_every: "Value of every move", "Valeur de chaque coup";
    thinking: "Thinking…", "Réflexion…";
    proved_means: "Proved: exact, whatever is played. About: the engine’s estimate.", "Prouvé : exact, quoi qu’on joue. Environ : l’estimation du moteur.";
    proved: "proved", "prouvé";
    about: "about", "environ";
    depth: "Depth", "Profondeur";
    moves: "Moves", "Coups";
    position: "Position", "Position";
    switches: "Changed rules", "Règles changées";
    switches_hint: "For example: seeds=6 pits=5", "Par exemple : seeds=6 pits=5";
    game: "Game", "Jeu";
    set_up: "Set up", "Mettre en place";
    edit: "Edit the board", "Modifier le plateau";
    back: "Back", "Reculer";
    forward: "Forward", "Avancer";
    start: "Start", "Début";
    link: "Link to this position", "Lien vers cette position";
    needs_script: "The board moves only with scripts switched on; everything can be read without.", "Le plateau ne bouge qu’avec les scripts activés ; tout peut se lire sans.";
    again: "Sow again", "Semez encore";
    your_turn: "Your turn", "À vous de jouer";
    their_turn: "to move", "joue";
    won: "won", "a gagné";
    draw: "A draw", "Match nul";
    error: "That did not work", "Cela n’a pas marché";
    go_home: "Back to the start", "Retour à l’accueil";
    api: "For programs", "Pour les programmes";
    api_lead: "Everything here can be asked by programs as well. The answers are JSON; the full description is in OpenAPI.", "Les programmes peuvent aussi tout demander. Les réponses sont en JSON ; la description complète est en OpenAPI.";
    new_game: "New game", "Nouvelle partie";
    against: "Against", "Contre";
    the_engine: "Krou, the engine", "Krou, le moteur";
    a_friend: "A friend, by link", "Un ami, par un lien";
    level: "Level", "Niveau";
    level_hint: "1 is gentle, 10 is all the engine can do", "1 est doux, 10 est tout ce que peut le moteur";
    side: "You play", "Vous jouez";
    side_lot: "By lot", "Au sort";
    side_first: "First", "En premier";
    side_second: "Second", "En second";
    begin: "Begin", "Commencer";
    share: "Send this link to your opponent", "Envoyez ce lien à votre adversaire";
    copy: "Copy", "Copier";
    copied: "Copied", "Copié";
    waiting: "Waiting for your opponent", "En attente de votre adversaire";
    join: "Join the game", "Rejoindre la partie";
    watching: "You are watching", "Vous regardez";
    resign: "Resign", "Abandonner";
    offer_end: "Offer to end", "Proposer d’arrêter";
    take_back: "Ask to take back", "Demander à reprendre";
    rematch: "Rematch", "Revanche";
    accept: "Accept", "Accepter";
    decline: "Decline", "Refuser";
    sure: "Press again to resign", "Appuyez encore pour abandonner";
    offers_end: "offers to end the game; each takes their own side", "propose d’arrêter ; chacun prend les graines de son côté";
    offers_back: "asks to take back the last turn", "demande à reprendre le dernier tour";
    offers_rematch: "offers a rematch", "propose une revanche";
    offered: "You asked; waiting for an answer", "Demande envoyée ; en attente de réponse";
    connecting: "Connecting…", "Connexion…";
    present: "here", "présent";
    absent: "away", "absent";
    live_games: "Being played now", "En cours en ce moment";
    no_games: "No games yet. Play one", "Pas encore de parties. Jouez-en une";
    your_games: "Your games", "Vos parties";
    finished_games: "Finished", "Terminées";
    analyse_game: "Analyse this game", "Analyser cette partie";
    download: "Download the game", "Télécharger la partie";
    quick: "Play now", "Jouer tout de suite";
    quick_lead: "Kalah against the engine, level 3", "Kalah contre le moteur, niveau 3";
    you_are: "You play as", "Vous jouez sous le nom de";
    you: "you", "vous";
    says: "says", "dit";
    hello: "Hello", "Bonjour";
    good_luck: "Good luck", "Bonne chance";
    well_played: "Well played", "Bien joué";
    thanks: "Thank you", "Merci";
}
