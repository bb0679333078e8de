/// The rows of `CommandTableTests`: an underscore stands for a space within an argument, `DIR` for the test's directory.
enum CommandTable {
    static let text = """
        up | --services nonsense | 64 | nonsense | --restart-limit x | --restart-limit
        down | | 0 | No cluster runs | --nonsense | Unknown option
        restart | | 69 | No cluster runs | --nonsense | Unknown option
        status | | 0 | catalog | catalogue | Did you mean
        doctor | --help | 0 | OVERVIEW | --nonsense | Unknown option
        quarantine list | --help | 0 | OVERVIEW | --nonsense | Unknown option
        quarantine restore | --help | 0 | OVERVIEW | x --kind cat | --kind must be
        quarantine confirm | --help | 0 | OVERVIEW | | Name ids
        top | --help | 0 | OVERVIEW | --every x | --every
        logs | --help | 0 | OVERVIEW | nonsense | There is no service
        backup list | --help | 0 | OVERVIEW | DIR/none | 66 There is no directory
        backup verify | --help | 0 | OVERVIEW | DIR/none | 66 NO_BACKUP
        restore | --help | 0 | OVERVIEW | DIR/none | 66 NO_BACKUP
        export | --help | 0 | OVERVIEW | DIR/list.m3u | 73 FILE_EXISTS
        import-archive | --help | 0 | OVERVIEW | DIR/none | 66 NO_ARCHIVE
        rollback | --help | 0 | OVERVIEW | nonsense | There is no service
        setup | --help | 0 | OVERVIEW | --kid | Missing value
        undo | | 0 | the last import of web | --list x | --list takes no change
        home | | 0 | NEW | --section nonsense | --section must be one of
        discover | --help | 0 | OVERVIEW | --limit 0 | --limit must be
        import | DIR/list.m3u --source web | 0 | web: 0 entries read | | Missing expected argument
        source list | | 0 | web | --nonsense | Unknown option
        source report | web | 0 | web | | Missing expected argument
        source add | https://example.org/x.m3u | 0 | entries read | | Give an address
        source change | web --every 12h | 0 | web is changed | web --every soon | --every
        source refresh | web | 0 | entries read | wob | 1 Did you mean
        source cancel | web | 1 | no running or queued job | | Missing expected argument
        source undo | web | 0 | entries read | wob | 1 Did you mean
        source disable | we | 0 | web is disabled | | Missing expected argument
        source enable | WEB | 0 | web is enabled | x | 1 UNKNOWN_SOURCE
        source remove | web --yes | 0 | entries read | web | NOT_CONFIRMED
        search | glass | 0 | Glass Harbour | --year x | --year
        title | glass harbour | 0 | Glass Harbour | | Missing expected argument
        guide now | | 0 | News 24 | --at x | --at takes a time
        guide grid | m1 | 1 | No title has this id | m1 --hours 0 | --hours must be
        guide show | m1 | 1 | No title has this id | m1 99 | TIME takes a time
        guide catchup | m1 20:15 | 1 | No title has this id | m1 | Missing expected argument
        guide channels | | 1 | | --limit 0 | --limit must be
        catalog discover | | 0 | Nothing here yet | --limit x | --limit
        catalog genres | | 0 | Nothing here yet | --type x | --type
        catalog similar | --help | 0 | OVERVIEW | | Missing expected argument
        catalog neighbours | --help | 0 | OVERVIEW | 40 --order x | --order
        catalog summary | glass harbour | 1 | Glass Harbour, movie: m1 | m1 --sentences 9 | --sentences must be
        catalog franchise | glass harbour | 1 | Glass Harbour, movie: m1 | | Missing expected argument
        catalog intro | glass harbour | 1 | Glass Harbour, movie: m1 | | Missing expected argument
        catalog skippable | glass harbour | 1 | Glass Harbour, movie: m1 | | Missing expected argument
        catalog suggest | --help | 0 | OVERVIEW | --nonsense | Unknown option
        catalog recent | --add news | 0 | no recent searches | --add x --forget-all | Use one of
        catalog trending | --help | 0 | OVERVIEW | --nonsense | Unknown option
        catalog subscriptions | | 1 | | x --none | Name providers
        catalog report | m1 --variant a --failed | 1 | | m1 --variant a | --failed or --worked
        explain | glass harbour | 0 | its address says so | | Missing expected argument
        correct title | glass_harbour --year 1998 | 0 | corrected | m1 --no-guide --guide x | --no-guide
        correct join | m1 m1 | 0 | joined | m1 | Missing expected argument
        correct split | m1 --link a | 0 | split | m1 | --link
        correct pin | glass_harbour | 0 | pinned | | Missing expected argument
        correct order | glass_harbour dvd | 0 | dvd | glass_harbour production | 1 TMDB has no such order
        correct list | | 0 | fix-1 | --limit 0 | --limit must be
        correct undo | | 0 | fix-1 | nonsense | 1 There is no such correction
        play | glass harbour --speed 10000 --for 9 | 0 | Watched | glass --speed 0 | --speed
        resume | | 0 | Title of m1 | --limit 0 | --limit must be
        queue list | | 0 | Title of m1 | --nonsense | Unknown option
        queue add | m2 | 0 | m2 is at | | Missing expected argument
        queue remove | m1 | 0 | out of the queue | | Missing expected argument
        queue move | m1 0 | 0 | m1 is at 0 | m1 | Missing expected argument
        queue reorder | m1 | 0 | Title of m1 | | Missing expected argument
        queue clear | --yes | 0 | removed | | NOT_CONFIRMED
        queue next | | 0 | m1 | x | Unexpected argument
        queue has | m1 | 0 | is queued | | Missing expected argument
        history list | | 0 | Title of m1 | --type x | --type
        history remove | m1 --yes | 0 | removed | m1 | NOT_CONFIRMED
        history watched | m1 | 0 | watched | | Missing expected argument
        history unwatched | m1 | 0 | not watched | | Missing expected argument
        history streams | | 0 | Title of m1 | --clear some | --clear takes all or expired
        queue suggest | | 0 | Title of m7 | --count 11 | --count takes
        queue never | m1 | 0 | m1 is never suggested | --undo | --undo takes the title
        source slots | | 0 | 2 of 2 | x | Unexpected argument
        activity | | 0 | Nothing is being played | x | Unexpected argument
        join | m1 | 0 | Watching Title of m1 at 1:15 | nonsense | is not the name of one title
        leave | --help | 0 | OVERVIEW | | 1 NOTHING_TO_BE_LEFT
        history import | DIR/plays.csv | 0 | new in the history | DIR/none | 66 NO_SUCH_FILE
        stats | --weeks 2 | 0 | 1 h 0 min | --days 0 | --days must be
        who-watched | m1 | 0 | in it | | Missing expected argument
        sync status | | 0 | the profile syncs | x | Unexpected argument
        sync pull | | 0 | Title of m1 | --token-file DIR/list.m3u | 66 holds no token
        sync push | DIR/operations.jsonl | 0 | applied | DIR/none | 66 cannot be read
        sync watch | | 0 | 2 changes wait | --nonsense | Unknown option
        sync conflicts | | 0 | unwatched | --limit 0 | --limit must be
        sync reverse | 7 | 0 | is watched again | 9 | 1 unknownConflict
        download start | m2 | 0 | queued | m1 --quality huge | --quality
        download list | | 0 | Film m1 | --active --failed | One of --active
        download pause | film_m1 | 0 | paused | | Missing expected argument
        download resume | d1 | 0 | queued | nonsense | 1 unknownDownload
        download cancel | d1 --yes | 0 | cancelled | d1 | NOT_CONFIRMED
        download delete | d1 --yes | 0 | deleted | d1 | NOT_CONFIRMED
        download retry | d1 | 0 | queued | | Missing expected argument
        download move | d1 2 | 0 | number | d1 0 | Places count from 1
        download follow | d1 | 0 | completed | nonsense | 1 unknownDownload
        download storage | | 0 | profile | --nonsense | Unknown option
        download read | d1 --to DIR/film | 0 | are in | | Missing expected argument
        read save | https://example.org/b | 0 | Saved | nonsense | notAWebAddress
        read list | | 0 | example.org | --limit 0 | --limit must be
        read domains | | 0 | example.org | --nonsense | Unknown option
        read tags | | 0 | one | --nonsense | Unknown option
        read done | l1 | 0 | archive | l9 | 1 No link has the ID
        read unread | l1 | 0 | list | | Missing expected argument
        read star | l1 | 0 | starred | | Missing expected argument
        read tag | l1 --add x | 0 | tagged | l1 | Name a tag
        read edit | l1 --title x | 0 | is x now | l1 | Say what to change
        read delete | l1 | 0 | deleted | | Missing expected argument
        read undo | | 1 | NOTHING_TO_UNDO | --nonsense | Unknown option
        read types | l1 video | 0 | video | l1 --site | --site needs types
        read rules | | 0 | example.org | --nonsense | Unknown option
        read import | DIR/none.txt | 66 | cannot be read | x --format y | --format must be
        schedule week | | 0 | Film | --of nonsense | profile
        schedule now | | 0 | Film | x | Unexpected argument
        schedule window list | | 0 | fri | --nonsense | Unknown option
        schedule window add | sat 20:00 23:00 | 0 | sat | someday 20:00 23:00 | mon-fri
        schedule window remove | fri | 0 | gone | nonsense | 1 unknownWindow
        schedule generate | | 0 | Film | --seed x | --seed
        schedule book | 2027-01-31T20:15 glass harbour | 0 | is on at | | Missing expected argument
        schedule move | film 2027-01-08T21:00 | 0 | is on at | film | Missing expected argument
        schedule remove | film | 0 | is out | nonsense | 1 unknownSlot
        schedule veto | film | 0 | is out | film --take 0 | --take counts from 1
        schedule show | glass harbour --approve yes | 0 | Film | m1 --approve x | --approve
        schedule moods | --help | 0 | OVERVIEW | --nonsense | Unknown option
        schedule calendar | | 0 | BEGIN:VCALENDAR | --days x | --days
        favourite add | m2 | 0 | is a favourite now | | Missing expected argument
        favourite remove | m1 | 0 | no favourite any more | m9 | 1 NOT_A_FAVOURITE
        favourite list | | 0 | Title of m1 | --sort x | --sort
        profile list | | 0 | Olga | x | Unexpected argument
        profile create | Kim --kids | 0 | Kim is here | | Missing expected argument
        profile rename | Kids Kim | 0 | is Kim now | Kids | Missing expected argument
        profile delete | Kids --yes | 0 | Kids is deleted | Kids | NOT_CONFIRMED
        profile use | Kids | 0 | Commands act as Kids | Kidz | 1 Did you mean
        profile hide-adult | | 0 | hidden from Olga | nonsense | 1 unknownProfile
        profile show-adult | | 0 | shown to Olga | nonsense | 1 unknownProfile
        profile pin set | --help | 0 | OVERVIEW | Olga --pin-file DIR/none | 66 cannot be read
        profile pin remove | Olga | 1 | has no PIN of its own | | Missing expected argument
        household relock | --idle 30 --hour 3 | 0 | after 30 idle min and at 03:00 | --idle 20 | --idle takes 15, 30 or 60
        limits show | --of Kids | 0 | weekdays | | Missing expected argument
        limits set | --of Kids --weekday-minutes 60 | 0 | 60 | --of Kids --weekday-minutes x | --weekday-minutes takes minutes
        limits clear | --of Kids | 0 | has no limits now | | Missing expected argument
        limits report | --of Kids | 0 | 2026-W48 | | Missing expected argument
        limits grant | --of Kids --minutes 30 | 0 | 30 min more today | --of Kids --minutes 10 | --minutes takes
        settings list | | 0 | maxQueueSize | --of nonsense | 1 unknownProfile
        settings get | maxQueueSize | 0 | 50 | maxQueueSise | 1 Did you mean
        settings set | maxQueueSize 30 | 0 | is 30 now | maxQueueSize 3 | 64 10 to 100
        settings reset | maxQueueSize | 0 | is 50 now | nonsense | 1 unknownSetting
        household create | lake-house | 0 | is here | | Missing expected argument
        household pin set | | 64 | NO_PIN | --nonsense | Unknown option
        household pin remove | | 1 | NO_PIN | x | Unexpected argument
        plan show | | 0 | premium | x | Unexpected argument
        plan features | | 0 | downloads | --nonsense | Unknown option
        plan redeem | DIR/list.m3u | 0 | the store renews it | | Missing expected argument
        plan notification | DIR/list.m3u | 0 | is applied | DIR/none | 66 cannot be read
        household begin-empty | catalog --yes | 78 | There is no household | catalogue --yes | is no service
        audit | --help | 0 | OVERVIEW | | Name the profile
        sys stats | --help | 0 | OVERVIEW | catalogue | Did you mean
        sys calls | --help | 0 | OVERVIEW | catalogue | Did you mean
        sys peers | --help | 0 | OVERVIEW | catalogue | Did you mean
        sys traces | --help | 0 | OVERVIEW | catalogue | Did you mean
        sys spans | --help | 0 | OVERVIEW | | Missing expected argument
        sys log-level | --help | 0 | OVERVIEW | catalog | Missing expected argument
        metrics | --help | 0 | OVERVIEW | --listen x | --listen
        bench | --help | 0 | OVERVIEW | --titles 5 | --titles must be
        chaos run | --help | 0 | OVERVIEW | | Unknown option
        chaos show | --help | 0 | OVERVIEW | DIR/none 412 | 66 There is no report
        chaos clean | | 0 | | --nonsense | Unknown option
        chaos plans | | 0 | PLAN | --nonsense | Unknown option
        chaos doctor | | 0 | ABILITY | --nonsense | Unknown option
        chaos inject | --help | 0 | OVERVIEW | catalog | Missing expected argument
        chaos list | --help | 0 | OVERVIEW | catalogue | Did you mean
        chaos clear | --help | 0 | OVERVIEW | catalogue | Did you mean
        call | --help | 0 | OVERVIEW | | Missing expected argument
        list | --help | 0 | OVERVIEW | --nonsense | Unknown option
        describe | --help | 0 | OVERVIEW | | Missing expected argument
        config | | 0 | household | --service catalogue | Did you mean
        keys list | | 0 | No keys yet | --nonsense | Unknown option
        keys make | catalog | 0 | catalog signs with | catalogue | Did you mean
        keys rotate | | 0 | People's tokens | --nonsense | Unknown option
        keys remove | nonsense --yes | 1 | There is no key | | Missing expected argument
        keys curve list | | 0 | No keys yet | --nonsense | Unknown option
        keys curve make | client | 0 | for the other side | catalogue | did you mean
        keys curve rotate | client | 1 | no CURVE key | client --after x | --after
        keys curve allow | catalog x y | 1 | no public CURVE key | catalog | Missing expected argument
        keys curve trust | catalog x | 1 | no public CURVE key | catalog | Missing expected argument
        keys curve remove | catalog x | 1 | knows no | catalog | Missing expected argument
        completion | bash | 0 | _hearth | tcsh | tcsh
        man | DIR/man1 | 0 | pages are in | | Missing expected argument
        member list | | 0 | Adam | x | Unexpected argument
        member roles | | 0 | Invite members | x | Unexpected argument
        member rename | Adam Adrian | 0 | Adam is Adrian now | Adam | Missing expected argument
        member role | Adam child | 0 | is a child now | Adam owner | The value 'owner' is invalid
        member disable | Adam | 0 | Adam is disabled | Olga | 1 ownerNeeded
        member enable | Adam | 0 | Adam is enabled | Adem | 1 Did you mean
        member remove | Adam --yes | 0 | Adam is removed | Adam | NOT_CONFIRMED
        member leave | --yes | 1 | ownerNeeded | | NOT_CONFIRMED
        member hand-on | Adam --yes | 0 | Adam is the owner now | Adam | NOT_CONFIRMED
        invite create | --name Kim --child | 0 | hearth://invite/home. | --for 8000h | --for must be
        invite list | | 0 | No invitations | x | Unexpected argument
        household delete | --yes | 0 | is deleted in 7 d | | NOT_CONFIRMED
        household keep | | 0 | Home stays | x | Unexpected argument
        invite revoke | nonsense | 1 | unknownInvitation | | Missing expected argument
        invite accept | hearth://invite/home.right --name Kim | 0 | Kim is a member of home | home.wrong | 1 unknownInvitation
        device list | | 0 | Tablet | --nonsense | Unknown option
        device rename | Tablet Slate | 0 | is Slate now | Tablet | Missing expected argument
        device disable | Tablet | 0 | Tablet is disabled | Tablit | 1 Did you mean
        device enable | Tablet | 0 | Tablet is enabled | nonsense | 1 unknownDevice
        device revoke | Tablet --yes | 0 | Tablet is signed out | Tablet | NOT_CONFIRMED
        device sign-out | --yes | 0 | signed out | | NOT_CONFIRMED
        pair | WDJB-MJHT --yes | 0 | is approved | BBBB-BBBB | 1 unknownPairing
        sign-in | --help | 0 | OVERVIEW | x | Unexpected argument
        sign-out | | 1 | NOT_SIGNED_IN | x | Unexpected argument
        rules list | | 0 | has no rules | --of Olga | 1 rulesForKids
        rules add | allow --group Kids | 0 | group "Kids" | allow | needs a condition
        rules remove | 1 | 64 | There is no rule 1 | x | <number>
        rules move | 2 1 | 64 | There is no rule | 1 | Missing expected argument
        rules preset | children | 0 | Children | childern | 1 Did you mean
        rules default | blockall | 0 | hidden (blockAll) | nothing | The default is one of
        rules preview | --preset children | 0 | Shown in all | --preset x | 1 UNKNOWN_PRESET
        rules explain | m1 | 0 | Kids may see | | Missing expected argument
        rules clear | | 0 | has no rules | x | Unexpected argument
        next | m1 | 0 | Title of m1-e2 | --rule nonsense | --rule
        history complete | m1 | 0 | is completed | | Missing expected argument
        web open | | 69 | No page is served | --nonsense | Unknown option
        """
}
