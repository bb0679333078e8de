public import Household
public import RPC

extension Catalog {
    /// Corrects the catalog's data of a title: its kind, name, audience and TMDB match.
    ///
    /// Absent fields stay unchanged. A correction takes precedence over sources and TMDB, now and after every refresh,
    /// until it is reverted.
    public struct CorrectTitle: RPCRequest {
        public typealias Service = Catalog
        public typealias Response = CorrectionMade
        public static let method = "CorrectTitle"
        // By key, although the fields are set and not changed: a retried call must not undo a later correction.
        public static let safety = CallSafety.idempotentByKey
        public static let access = Catalog.keepers
        public static let survivesCaller = true

        /// The title.
        public var id: ContentID
        /// What is right.
        public var changes: TitleChanges

        /// Puts a title right.
        public init(id: ContentID, changes: TitleChanges) {
            self.id = id
            self.changes = changes
        }
    }

    /// Makes two titles one: the links of the one become links of the other, and whatever refers to it refers to the other.
    ///
    /// Both are of the same kind; of series, the episodes with the same numbers become one, too.
    public struct JoinTitles: RPCRequest {
        public typealias Service = Catalog
        public typealias Response = CorrectionMade
        public static let method = "JoinTitles"
        public static let safety = CallSafety.idempotentByKey
        public static let access = Catalog.keepers
        public static let survivesCaller = true

        /// The title that goes.
        public var id: ContentID
        /// The title that stays.
        public var into: ContentID

        /// Joins two titles.
        public init(id: ContentID, into: ContentID) {
            self.id = id
            self.into = into
        }
    }

    /// Takes links out of a title: they become a title of their own, or links of another.
    ///
    /// They are known again by their addresses, without accounts and tokens. A title keeps one link at least.
    public struct SplitTitle: RPCRequest {
        public typealias Service = Catalog
        public typealias Response = CorrectionMade
        public static let method = "SplitTitle"
        public static let safety = CallSafety.idempotentByKey
        public static let access = Catalog.keepers
        public static let survivesCaller = true

        /// The title that has them.
        public var id: ContentID
        /// The links, by their ids in ``Title/variants``.
        public var variants: [String]
        /// The title whose links they become, of the same kind; absent: a new one.
        public var into: ContentID?
        /// What a new one is called; absent: as the list calls the links.
        public var title: String?
        /// The year in which a new one came out.
        public var year: Int32?

        /// The most links that can be taken out at once.
        public static let maximumVariants = 200

        /// Takes links out of a title.
        public init(
            id: ContentID, variants: [String], into: ContentID? = nil, title: String? = nil, year: Int32? = nil
        ) {
            self.id = id
            self.variants = variants
            self.into = into
            self.title = title
            self.year = year
        }
    }

    /// Keeps a title as it is: its title, its year and TMDB's that it is, and its links stay its own, whatever the lists call
    /// them later.
    public struct PinTitle: RPCRequest {
        public typealias Service = Catalog
        public typealias Response = CorrectionMade
        public static let method = "PinTitle"
        public static let safety = CallSafety.idempotentByKey
        public static let access = Catalog.keepers
        public static let survivesCaller = true

        /// The title.
        public var id: ContentID

        /// Pins a title.
        public init(id: ContentID) { self.id = id }
    }

    /// What people have put right and not taken back, the latest first, as far as the caller may see the titles.
    public struct ListCorrections: RPCRequest {
        public typealias Service = Catalog
        public typealias Response = CorrectionList
        public static let method = "ListCorrections"
        public static let safety = CallSafety.readOnly
        public static let access = Catalog.keepers

        /// Only those about this title; absent: all.
        public var about: ContentID?
        /// Which page; absent: the first.
        public var page: PageRequest?

        /// Asks for corrections.
        public init(about: ContentID? = nil, page: PageRequest? = nil) {
            self.about = about
            self.page = page
        }
    }

    /// Takes a correction back: the title is what the sources and TMDB say again, but for other corrections.
    ///
    /// Taken back twice is as once. What referred to a title that was joined stays with the one that it was joined with.
    public struct TakeBackCorrection: RPCRequest {
        public typealias Service = Catalog
        public typealias Response = CorrectionMade
        public static let method = "TakeBackCorrection"
        public static let safety = CallSafety.idempotentByKey
        public static let access = Catalog.keepers
        public static let survivesCaller = true

        /// The correction, by its id.
        public var correction: String

        /// Takes a correction back.
        public init(correction: String) { self.correction = correction }
    }
}
