//! What `--help` says and how a wrong call is refused, in French: each English text beside its own.
//!
//! English is written where the arguments are defined. A test tells which text has no French.

/// The French for a text of the command line.
pub fn french(english: &str) -> Option<&'static str> {
    let pair = FRENCH.iter().find(|(text, _)| *text == english)?;
    Some(pair.1)
}

const FRENCH: &[(&str, &str)] = &[
    // Around everything.
    (
        "The home of mancala: plays, explains, analyses and solves the sowing games",
        "La maison du mancala\u{a0}: joue, explique, analyse et résout les jeux de semailles",
    ),
    (
        "Exit codes: 0 done, 1 the answer is no or the work failed, 2 the call is wrong.",
        "Codes de sortie\u{a0}: 0 c’est fait, 1 la réponse est non ou le travail a échoué, 2 l’appel est faux.",
    ),
    ("Print help", "Afficher cette aide"),
    (
        "Print help (see more with '--help')",
        "Afficher cette aide (davantage avec '--help')",
    ),
    (
        "Print help (see a summary with '-h')",
        "Afficher cette aide (un résumé avec '-h')",
    ),
    ("Print version", "Afficher la version"),
    (
        "Print this message or the help of the given subcommand(s)",
        "Afficher cette aide, ou celle d’une commande",
    ),
    ("The game", "Le jeu"),
    (
        "The game: a built-in name (see `krou rules list`) or a ruleset file [default: kalah]",
        "Le jeu\u{a0}: un nom connu (voir `krou rules list`) ou un fichier de règles [par défaut\u{a0}: kalah]",
    ),
    (
        "Change a rule, for example seeds=6; may be given several times",
        "Changer une règle, par exemple seeds=6\u{a0}; peut être donné plusieurs fois",
    ),
    (
        "The position to start from, for example 4,4,4,4,4,4/4,4,4,4,4,4/0,0/S [default: the game's start]",
        "La position de départ, par exemple 4,4,4,4,4,4/4,4,4,4,4,4/0,0/S [par défaut\u{a0}: celle du jeu]",
    ),
    (
        "The moves to make first, for example \"CF ba D\"",
        "Les coups à jouer d’abord, par exemple \"CF ba D\"",
    ),
    ("The data", "Les données"),
    (
        "Where players, games and tables are kept [default: the user's data directory]",
        "Où sont gardés joueurs, parties et tables [par défaut\u{a0}: le dossier de données de l’utilisateur]",
    ),
    ("The answer", "La réponse"),
    ("Answer with JSON", "Répondre en JSON"),
    (
        "The language of the answer, en or fr [default: the system's]",
        "La langue de la réponse, en ou fr [par défaut\u{a0}: celle du système]",
    ),
    (
        "How many characters a line may have [default: the terminal's width, or 80]",
        "Combien de caractères une ligne peut avoir [par défaut\u{a0}: la largeur du terminal, ou 80]",
    ),
    // krou play
    (
        "Play in the terminal: against the engine, across the table, or watch",
        "Jouer dans le terminal\u{a0}: contre le moteur, face à face, ou regarder",
    ),
    (
        "Play line by line: for scripts and screen readers",
        "Jouer ligne par ligne\u{a0}: pour les scripts et les lecteurs d’écran",
    ),
    (
        "Who plays South: a player's name, `guest`, or a level of the engine from 1 to 10",
        "Qui joue Sud\u{a0}: le nom d’un joueur, `guest` pour un invité, ou un niveau du moteur de 1 à 10",
    ),
    (
        "Who plays North [default: guest; on the whole screen against a guest, level 3]",
        "Qui joue Nord [par défaut\u{a0}: guest\u{a0}; en plein écran contre un invité, le niveau 3]",
    ),
    (
        "Go on with a kept game: its number, or the last one that is not over",
        "Reprendre une partie gardée\u{a0}: son numéro, ou la dernière qui n’est pas finie",
    ),
    (
        "The game does not count for ratings",
        "La partie ne compte pas pour les classements",
    ),
    ("Keep nothing of the game", "Ne rien garder de la partie"),
    (
        "What weak levels overlook, and the lot, as this number has it: the same every time",
        "Ce que les niveaux faibles ne voient pas, et le sort, selon ce nombre\u{a0}: chaque fois de même",
    ),
    ("Draw with ASCII only", "Dessiner en ASCII seulement"),
    (
        "The colours of the whole screen",
        "Les couleurs du plein écran",
    ),
    // krou rules, show, perft
    ("The games and their rules", "Les jeux et leurs règles"),
    ("List the built-in games", "Donner la liste des jeux connus"),
    (
        "Say a game's rules in plain words",
        "Dire les règles d’un jeu avec des mots simples",
    ),
    ("The game, instead of --rules", "Le jeu, au lieu de --rules"),
    ("Check a ruleset file", "Vérifier un fichier de règles"),
    ("The file", "Le fichier"),
    (
        "Say what differs between two games; --set changes the second",
        "Dire ce qui distingue deux jeux\u{a0}; --set change le second",
    ),
    ("The first game", "Le premier jeu"),
    ("The second game", "Le second jeu"),
    (
        "Show a position: the board, the legal moves, the scores and the result",
        "Montrer une position\u{a0}: le plateau, les coups permis, les scores et le résultat",
    ),
    (
        "Count the move sequences of a length",
        "Compter les suites de coups d’une longueur donnée",
    ),
    (
        "The number of moves in a sequence, at most 1000",
        "Le nombre de coups d’une suite, 1000 au plus",
    ),
    ("Also count by first move", "Compter aussi par premier coup"),
    // krou solve, turn, analyse
    (
        "Prove what a position is worth: the final margin with best play",
        "Prouver ce que vaut une position\u{a0}: l’écart final si chacun joue au mieux",
    ),
    (
        "Value every legal move, not only the best",
        "Évaluer chaque coup permis, pas seulement le meilleur",
    ),
    (
        "Threads to search with [default: all]",
        "Fils d’exécution pour chercher [par défaut\u{a0}: tous]",
    ),
    (
        "Memory for positions seen, for example 500M or 4G",
        "Mémoire pour les positions vues, par exemple 500M ou 4G",
    ),
    (
        "Stop after this time with what is proved by then: 2, 0.5s, 1min, 2h [default: none, or 30s where positions can come back]",
        "S’arrêter après ce temps avec ce qui est alors prouvé\u{a0}: 2, 0.5s, 1min, 2h [par défaut\u{a0}: jamais, ou 30s si les positions peuvent revenir]",
    ),
    (
        "Keep what is proved in this file, and go on from it if it is there",
        "Garder dans ce fichier ce qui est prouvé, et reprendre de là s’il existe",
    ),
    (
        "Where endgame tables are [default: those of `krou tables build`]",
        "Où sont les tables de finales [par défaut\u{a0}: celles de `krou tables build`]",
    ),
    (
        "Find the best chain of this one turn: the most seeds in one's own store when it ends",
        "Trouver le meilleur enchaînement de ce tour\u{a0}: le plus de graines dans son grenier à la fin",
    ),
    (
        "The position as numbers, for the player to move: own store, opponent's store, own pits from the left, opponent's pits from their left",
        "La position en nombres, pour qui joue\u{a0}: son grenier, le grenier adverse, ses cases depuis la gauche, les cases adverses depuis leur gauche",
    ),
    (
        "Ask for those numbers one by one",
        "Demander ces nombres un à un",
    ),
    (
        "The memory to use, for example 500M or 4G; with less it takes longer",
        "La mémoire à employer, par exemple 500M ou 4G\u{a0}; avec moins, c’est plus long",
    ),
    (
        "What every legal move is worth, and the best line: proved, or estimated by search",
        "Ce que vaut chaque coup permis, et la meilleure suite\u{a0}: prouvé, ou estimé par la recherche",
    ),
    ("The engine", "Le moteur"),
    (
        "Stop after this time: 2, 0.5s, 300ms, 1min [default: a little while, if there is no other limit]",
        "S’arrêter après ce temps\u{a0}: 2, 0.5s, 300ms, 1min [par défaut\u{a0}: un petit moment, s’il n’y a pas d’autre limite]",
    ),
    (
        "Look this many moves ahead, at most",
        "Regarder au plus tant de coups en avant",
    ),
    (
        "Look at this many positions, at most",
        "Regarder au plus tant de positions",
    ),
    (
        "Threads to think with [default: all]",
        "Fils d’exécution pour réfléchir [par défaut\u{a0}: tous]",
    ),
    (
        "Where endgame tables are [default: tables in the directory of --data]",
        "Où sont les tables de finales [par défaut\u{a0}: tables, dans le dossier de --data]",
    ),
    (
        "Value only the best COUNT moves, which looks deeper",
        "N’évaluer que les NOMBRE meilleurs coups, pour voir plus loin",
    ),
    (
        "Say why the best move is good",
        "Dire pourquoi le meilleur coup est bon",
    ),
    (
        "With --json: an answer after every deeper look, one a line",
        "Avec --json\u{a0}: une réponse à chaque regard plus profond, une par ligne",
    ),
    // krou tables
    (
        "Endgame tables: what is proved of every position with few seeds",
        "Les tables de finales\u{a0}: ce qui est prouvé de chaque position à peu de graines",
    ),
    (
        "Build what is missing of a game's table; a build that was stopped goes on where it was",
        "Construire ce qui manque à la table d’un jeu\u{a0}; une construction arrêtée reprend où elle était",
    ),
    (
        "The most seeds on a board",
        "Le plus de graines sur un plateau",
    ),
    (
        "Where the tables are [default: tables in the directory of --data]",
        "Où sont les tables [par défaut\u{a0}: tables, dans le dossier de --data]",
    ),
    (
        "Threads to work with [default: all]",
        "Fils d’exécution pour travailler [par défaut\u{a0}: tous]",
    ),
    (
        "Memory the build may take, for example 500M or 4G; it does not begin if it needs more",
        "Mémoire que la construction peut prendre, par exemple 500M ou 4G\u{a0}; s’il en faut plus, elle ne commence pas",
    ),
    (
        "Pack the files; they take less room, and longer to open",
        "Comprimer les fichiers\u{a0}; ils prennent moins de place, et plus de temps à ouvrir",
    ),
    (
        "Only say what the build would take",
        "Dire seulement ce que la construction prendrait",
    ),
    (
        "Hold a table against its checksums and against the rules",
        "Confronter une table à ses sommes de contrôle et aux règles",
    ),
    (
        "Say what a table holds: positions, values and size of each layer",
        "Dire ce que contient une table\u{a0}: positions, valeurs et taille de chaque couche",
    ),
    ("Look a position up", "Chercher une position"),
    // krou review, match, engine, bench
    (
        "Review a finished game: what each move was worth, and what was better",
        "Revoir une partie finie\u{a0}: ce que valait chaque coup, et ce qui était meilleur",
    ),
    ("The game file", "Le fichier de la partie"),
    (
        "Which game of the file, counted from 1",
        "Quelle partie du fichier, en comptant depuis 1",
    ),
    (
        "Let engines play against each other, and say which is stronger",
        "Faire jouer des moteurs l’un contre l’autre, et dire lequel est le plus fort",
    ),
    (
        "The first player: level:1 to level:10; our engine as depth:N, nodes:N or time:SECONDS; one who sees only sight:MOVES ahead; one who proves the best move if solve:SECONDS are enough; Monte Carlo search with mcts:PLAYOUTS; or a program that speaks the protocol of `krou engine`",
        "Le premier joueur\u{a0}: level:1 à level:10\u{a0}; notre moteur avec depth:N, nodes:N ou time:SECONDES\u{a0}; celui qui ne voit que sight:COUPS à l’avance\u{a0}; celui qui prouve le meilleur coup si solve:SECONDES suffisent\u{a0}; la recherche Monte-Carlo avec mcts:PARTIES\u{a0}; ou un programme qui parle le protocole de `krou engine`",
    ),
    (
        "The second player, named in the same way",
        "Le second joueur, nommé de la même façon",
    ),
    (
        "Games to play, in pairs with colours reversed",
        "Parties à jouer, par paires avec les camps échangés",
    ),
    (
        "Random moves each pair of games begins with; 0 to begin at the start",
        "Coups tirés au sort au début de chaque paire de parties\u{a0}; 0 pour commencer au départ",
    ),
    (
        "Openings to begin with instead: a file with a line of moves for each",
        "Ouvertures à prendre à la place\u{a0}: un fichier avec une ligne de coups pour chacune",
    ),
    (
        "Games played at the same time [default: one for each core]",
        "Parties jouées en même temps [par défaut\u{a0}: une par cœur]",
    ),
    (
        "How long another program may think about a move",
        "Combien de temps un autre programme peut réfléchir à un coup",
    ),
    (
        "How much later than its time a player may answer",
        "De combien un joueur peut dépasser son temps",
    ),
    (
        "Stop as soon as it is clear whether the first player is stronger by LOW or by HIGH Elo",
        "S’arrêter dès qu’il est clair si le premier joueur est plus fort de BAS ou de HAUT points Elo",
    ),
    (
        "Chooses openings and the whims of levels",
        "Choisit les ouvertures et les caprices des niveaux",
    ),
    (
        "Write all games to this new file",
        "Écrire toutes les parties dans ce nouveau fichier",
    ),
    (
        "Speak with other programs on stdin and stdout, in a dialect of UCI",
        "Parler avec d’autres programmes par les flux standard, dans un dialecte d’UCI",
    ),
    ("The language to speak", "La langue à parler"),
    (
        "A dialect of UCI, on stdin and stdout",
        "Un dialecte d’UCI, par les flux standard",
    ),
    (
        "The Kalah Game Protocol, as a client of a server",
        "Le Kalah Game Protocol, comme client d’un serveur",
    ),
    (
        "With kgp: the server, HOST:PORT or ws://…",
        "Avec kgp\u{a0}: le serveur, HÔTE:PORT ou ws://…",
    ),
    (
        "With kgp: the name to be known by",
        "Avec kgp\u{a0}: le nom sous lequel être connu",
    ),
    (
        "With kgp: what tells the server who this is",
        "Avec kgp\u{a0}: ce qui dit au serveur qui l’on est",
    ),
    (
        "With kgp: the longest to think about a move",
        "Avec kgp\u{a0}: le plus long temps de réflexion par coup",
    ),
    ("Threads to think with", "Fils d’exécution pour réfléchir"),
    (
        "Search fixed positions and print the count of nodes: the signature of the search",
        "Chercher dans des positions fixes et donner le nombre de nœuds\u{a0}: la signature de la recherche",
    ),
    (
        "Look this many moves ahead",
        "Regarder tant de coups en avant",
    ),
    // krou players, games
    (
        "Who plays here, and how well",
        "Qui joue ici, et à quel niveau",
    ),
    ("List the players", "Donner la liste des joueurs"),
    (
        "Show what a player has achieved, game by game, and against whom",
        "Montrer ce qu’un joueur a obtenu, jeu par jeu, et contre qui",
    ),
    (
        "The player's name, in upper or lower case",
        "Le nom du joueur, en majuscules ou minuscules",
    ),
    ("Make a player known", "Faire connaître un joueur"),
    ("The name", "Le nom"),
    (
        "Give a player another name",
        "Donner un autre nom à un joueur",
    ),
    ("The name so far", "Le nom jusqu’ici"),
    ("The new name", "Le nouveau nom"),
    (
        "Forget a player and their ratings; the games stay",
        "Oublier un joueur et ses classements\u{a0}; les parties restent",
    ),
    ("The player's name", "Le nom du joueur"),
    (
        "The file that holds players and games: back it up, check it",
        "Le fichier des joueurs et des parties\u{a0}: le sauvegarder, le vérifier",
    ),
    (
        "Write a complete copy of the store to a new file, also while a server works on it",
        "Écrire une copie complète dans un nouveau fichier, même pendant qu’un serveur y travaille",
    ),
    (
        "The file to write, which must not be there yet",
        "Le fichier à écrire, qui ne doit pas encore exister",
    ),
    (
        "Check a store, or a copy of one: the file, and every game by its rules",
        "Vérifier le fichier, ou une copie\u{a0}: la base de données, et chaque partie selon ses règles",
    ),
    (
        "The file [default: the store itself]",
        "Le fichier [par défaut\u{a0}: celui qui est utilisé]",
    ),
    ("What was played here", "Ce qui s’est joué ici"),
    (
        "List games, the last played first; --rules NAME lists only that game's",
        "Donner la liste des parties, la dernière jouée d’abord\u{a0}; --rules NOM ne donne que celles de ce jeu",
    ),
    ("Only this player's", "Seulement celles de ce joueur"),
    (
        "Only those that have ended",
        "Seulement celles qui sont finies",
    ),
    ("Only those that go on", "Seulement celles qui continuent"),
    (
        "Only the last so many",
        "Seulement les dernières, en ce nombre",
    ),
    (
        "Show a game: who played, the moves, the board as it stands",
        "Montrer une partie\u{a0}: qui jouait, les coups, le plateau tel qu’il est",
    ),
    (
        "The game's number, from the list",
        "Le numéro de la partie, dans la liste",
    ),
    (
        "Write games as a text file, all if none are chosen",
        "Écrire des parties dans un fichier texte, toutes si aucune n’est choisie",
    ),
    (
        "The games' numbers, from the list",
        "Les numéros des parties, dans la liste",
    ),
    (
        "The file to write, which must not be there yet [default: standard output]",
        "Le fichier à écrire, qui ne doit pas encore exister [par défaut\u{a0}: la sortie standard]",
    ),
    (
        "Take over games from text files, all or none; what is here already is left out",
        "Reprendre des parties de fichiers texte, toutes ou aucune\u{a0}; celles qui sont déjà là sont laissées",
    ),
    ("The files", "Les fichiers"),
    ("Delete games", "Supprimer des parties"),
    // krou serve
    (
        "The web app: play, watch and analyse in any browser",
        "L’application web\u{a0}: jouer, regarder et analyser dans tout navigateur",
    ),
    (
        "A file with settings, each written as its flag: port = 8080",
        "Un fichier de réglages, chacun écrit comme son option\u{a0}: port = 8080",
    ),
    (
        "The address to listen on [default: 127.0.0.1]",
        "L’adresse où écouter [par défaut\u{a0}: 127.0.0.1]",
    ),
    (
        "The port to listen on; 0 for any that is free [default: 8080]",
        "Le port où écouter\u{a0}; 0 pour n’importe lequel de libre [par défaut\u{a0}: 8080]",
    ),
    (
        "How many searches of the engine run at once [default: all processors but one]",
        "Combien de recherches du moteur tournent à la fois [par défaut\u{a0}: tous les processeurs sauf un]",
    ),
    (
        "Where to answer Prometheus, for example 127.0.0.1:9090 [default: nowhere]",
        "Où répondre à Prometheus, par exemple 127.0.0.1:9090 [par défaut\u{a0}: nulle part]",
    ),
    (
        "Whether every request comes through a proxy that names the visitor in X-Forwarded-For",
        "Si chaque requête passe par un mandataire qui nomme le visiteur dans X-Forwarded-For",
    ),
    (
        "Where everybody finds it, with its scheme; if that is https, cookies go over nothing else",
        "Où chacun le trouve, avec le protocole ; si c’est https, les cookies ne passent que par lui",
    ),
    (
        "How much is logged: error, warn, info, debug, or a filter [default: warn]",
        "Ce qui est journalisé\u{a0}: error, warn, info, debug, ou un filtre [par défaut\u{a0}: warn]",
    ),
    (
        "How it is logged [default: text]",
        "Comment c’est journalisé [par défaut\u{a0}: text]",
    ),
    ("For people", "Pour les gens"),
    ("One JSON object a line", "Un objet JSON par ligne"),
    // What stands for a value.
    ("<ADDRESS>", "ADRESSE"),
    ("<ADDRESS:PORT>", "ADRESSE:PORT"),
    ("<BOOL>", "BOOL"),
    ("<COLUMNS>", "COLONNES"),
    ("<COUNT>", "NOMBRE"),
    ("<DEPTH>", "PROFONDEUR"),
    ("<DIR>", "DOSSIER"),
    ("<FILE>", "FICHIER"),
    ("<FILES>", "FICHIERS"),
    ("<FIRST>", "PREMIER"),
    ("<FORMAT>", "FORMAT"),
    ("<GAME>", "PARTIE"),
    ("<ID>", "NUMÉRO"),
    ("<IDS>", "NUMÉROS"),
    ("<LANG>", "LANGUE"),
    ("<LEVEL>", "NIVEAU"),
    ("<LOOK>", "ASPECT"),
    ("<LOW,HIGH>", "BAS,HAUT"),
    ("<MOVES>", "COUPS"),
    ("<N>", "N"),
    ("<NAME>", "NOM"),
    ("<NAME|FILE>", "NOM|FICHIER"),
    ("<NEW>", "NOUVEAU"),
    ("<NUMBER>", "NOMBRE"),
    ("<NUMBERS>", "NOMBRES"),
    ("<PORT>", "PORT"),
    ("<POS>", "POS"),
    ("<PROTOCOL>", "PROTOCOLE"),
    ("<SECOND>", "SECOND"),
    ("<SEED>", "GERME"),
    ("<SERVER>", "SERVEUR"),
    ("<SIZE>", "TAILLE"),
    ("<SWITCH=VALUE>", "RÉGLAGE=VALEUR"),
    ("<TIME>", "DURÉE"),
    ("<TOKEN>", "JETON"),
    ("<WHO>", "QUI"),
    // What is wrong with a value.
    (
        "write it as https://krou.example, without a path",
        "écrivez-la comme https://krou.example, sans chemin",
    ),
    (
        "write a size such as 500M or 4G",
        "écrivez une taille comme 500M ou 4G",
    ),
    (
        "that is more than this machine can address",
        "c’est plus que cette machine ne peut adresser",
    ),
    (
        "give the game's number, from `krou games list`, or nothing for the last one",
        "donnez le numéro de la partie, d’après `krou games list`, ou rien pour la dernière",
    ),
    (
        "the levels of the engine are 1 (weakest) to 10 (strongest)",
        "les niveaux du moteur vont de 1 (le plus faible) à 10 (le plus fort)",
    ),
    (
        "a time is written 2, 0.5s, 300ms, 1min or 2h",
        "une durée s’écrit 2, 0.5s, 300ms, 1min ou 2h",
    ),
    (
        "write two differences in Elo, the lower first, such as 0,20",
        "écrivez deux différences en points Elo, la plus petite d’abord, comme 0,20",
    ),
    (
        "a player is level:1 to level:10, depth:N, nodes:N, time:SECONDS, sight:MOVES, solve:SECONDS, mcts:PLAYOUTS, or a program, such as ./other-engine",
        "un joueur est level:1 à level:10, depth:N, nodes:N, time:SECONDES, sight:COUPS, solve:SECONDES, mcts:PARTIES, ou un programme, comme ./autre-moteur",
    ),
    (
        "invalid digit found in string",
        "ce n’est pas un nombre entier",
    ),
    (
        "cannot parse integer from empty string",
        "il manque le nombre",
    ),
    (
        "number too large to fit in target type",
        "le nombre est trop grand",
    ),
];
