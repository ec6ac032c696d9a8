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
    players: "Players", "Joueurs";
    sign_in: "Sign in", "Se connecter";
    sign_up: "Create an account", "Créer un compte";
    sign_out: "Sign out", "Se déconnecter";
    sign_up_lead: "A name and a password, no e-mail. The games you have played here as a guest become yours.", "Un nom et un mot de passe, pas d’adresse e-mail. Les parties jouées ici en invité deviennent les vôtres.";
    have_account: "You have an account? Sign in", "Vous avez un compte ? Connectez-vous";
    no_account: "No account yet? Create one", "Pas encore de compte ? Créez-en un";
    account_name: "Name", "Nom";
    account_name_hint: "2 to 20 letters, digits, - and _. Everybody can see it.", "De 2 à 20 lettres, chiffres, - et _. Tout le monde peut le voir.";
    password: "Password", "Mot de passe";
    password_hint: "At least 8 characters. There is no e-mail to win it back with: keep it well.", "Au moins 8 caractères. Sans e-mail, il ne peut pas être retrouvé : gardez-le bien.";
    password_now: "Current password", "Mot de passe actuel";
    password_new: "New password", "Nouveau mot de passe";
    change_password: "Change the password", "Changer le mot de passe";
    password_change_hint: "At least 8 characters. Everywhere else you are signed out.", "Au moins 8 caractères. Partout ailleurs, vous serez déconnecté.";
    your_account: "Your account", "Votre compte";
    export_games: "Download all my games", "Télécharger toutes mes parties";
    for_bots: "Tokens for programs", "Jetons pour programmes";
    tokens_lead: "With a token a program can play under your name.", "Avec un jeton, un programme peut jouer sous votre nom.";
    token_made: "Copy the token now, it is shown only once:", "Copiez le jeton maintenant, il n’est montré qu’une fois :";
    token_label: "What it is for", "À quoi il sert";
    token_created: "Made", "Créé";
    token_used: "Last used", "Dernier usage";
    token_make: "Make a token", "Créer un jeton";
    revoke: "Revoke", "Révoquer";
    bot: "bot", "robot";
    bot_yes: "Mark this account as a bot", "Marquer ce compte comme robot";
    bot_no: "This account is no bot", "Ce compte n’est pas un robot";
    delete_account: "Delete the account", "Supprimer le compte";
    delete_lead: "Your name, your ratings and your sign-ins are forgotten at once, and games that go on are given up. Your opponents keep their games, under a made-up name for you. This cannot be undone, and nobody can take your name again.", "Votre nom, vos classements et vos connexions sont oubliés aussitôt, et les parties en cours sont abandonnées. Vos adversaires gardent leurs parties, avec un nom inventé pour vous. C’est définitif, et personne ne pourra reprendre votre nom.";
    rated: "Rated", "Classée";
    casual: "Casual", "Amicale";
    rating: "Rating", "Classement";
    rating_graph: "Rating over the games", "Classement au fil des parties";
    provisional: "still uncertain", "encore incertain";
    since: "Here since", "Ici depuis";
    statistics: "Statistics", "Statistiques";
    played: "Games", "Parties";
    won_count: "Won", "Gagnées";
    drawn_count: "Drawn", "Nulles";
    lost_count: "Lost", "Perdues";
    seeds_count: "Seeds", "Graines";
    any: "any", "tous";
    result: "Result", "Résultat";
    result_won: "won", "gagnée";
    result_lost: "lost", "perdue";
    result_drawn: "drawn", "nulle";
    result_open: "going on", "en cours";
    opponent: "Opponent", "Adversaire";
    counts: "Counts", "Compte";
    filter: "Show", "Afficher";
    older: "Older games", "Parties plus anciennes";
    none_found: "No such games.", "Aucune partie de ce genre.";
    leaderboard: "Leaderboard", "Meilleurs joueurs";
    leaders_none: "Nobody yet: a rating counts here once it has settled over some rated games.", "Personne encore : un classement compte ici dès qu’il s’est affirmé au fil de quelques parties classées.";
    leaders_lead: "Ratings are Glicko-2, one for each game, from rated games between players with accounts. Bots are left out.", "Les classements sont en Glicko-2, un pour chaque jeu, d’après les parties classées entre joueurs ayant un compte. Les robots n’y figurent pas.";
    find_player: "Find a player", "Trouver un joueur";
    find: "Find", "Trouver";
    challenge: "Challenge", "Défier";
    challenged_by: "Challenges to you", "Défis pour vous";
    game_number: "Game", "Partie";
    date: "Date", "Date";
    waiting_for: "Waiting for", "En attente de";
    withdraw: "Withdraw", "Retirer";
    rated_sign_in: "This is a rated game, for players with an account.", "C’est une partie classée, pour les joueurs qui ont un compte.";
}
