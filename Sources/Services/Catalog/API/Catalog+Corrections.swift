public import HearthModel
public import RPC

extension Catalog {
    /// Corrects the catalog's data of a title: its kind, name, audience and TMDB match.
    ///
    /// Absent fields stay unchanged. A correction takes precedence over sources and TMDB, now and after every refresh,
    /// until it is reverted.
    public struct CorrectTitle: Request {
        public typealias Response = CorrectionMade
        // By key, although the fields are set and not changed: a retried call must not undo a later correction.
        public static let safety = CallSafety.idempotentByKey
        public static let access = Catalog.ownerAndAdults
        public static let survivesCaller = true

        /// The title.
        public var id: ContentID
        /// The corrected fields.
        public var changes: TitleChanges

        /// Makes the request.
        public init(id: ContentID, changes: TitleChanges) {
            self.id = id
            self.changes = changes
        }
    }

    /// Joins two titles: the links of one become links of the other, and references to it are redirected.
    ///
    /// Both are of the same kind; of series, the episodes with the same numbers are joined, too.
    public struct JoinTitles: Request {
        public typealias Response = CorrectionMade
        public static let safety = CallSafety.idempotentByKey
        public static let access = Catalog.ownerAndAdults
        public static let survivesCaller = true

        /// The title that is removed.
        public var id: ContentID
        /// The title that remains.
        public var into: ContentID

        /// Makes the request.
        public init(id: ContentID, into: ContentID) {
            self.id = id
            self.into = into
        }
    }

    /// Splits links off a title: they become a title of their own, or links of another.
    ///
    /// The links are recognised later by their addresses, without accounts and tokens. A title keeps at least one link.
    public struct SplitTitle: Request {
        public typealias Response = CorrectionMade
        public static let safety = CallSafety.idempotentByKey
        public static let access = Catalog.ownerAndAdults
        public static let survivesCaller = true

        /// The title that has the links.
        public var id: ContentID
        /// The links, by their ids in ``Title/variants``.
        public var variants: [String]
        /// The title that receives them, of the same kind; absent: a new one.
        public var into: ContentID?
        /// The name of a new title; absent: as the list names the links.
        public var title: String?
        /// The release year of a new title.
        public var year: Int32?

        /// The maximum number of links in one request.
        public static let maximumVariants = 200

        /// Makes the request.
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

    /// Pins a title: its name, year, TMDB match and links stay unchanged, whatever the lists say later.
    public struct PinTitle: Request {
        public typealias Response = CorrectionMade
        public static let safety = CallSafety.idempotentByKey
        public static let access = Catalog.ownerAndAdults
        public static let survivesCaller = true

        /// The title.
        public var id: ContentID

        /// Makes the request.
        public init(id: ContentID) { self.id = id }
    }

    /// Lists the corrections that are in force, the latest first, of titles that the caller may see.
    public struct ListCorrections: Request {
        public typealias Response = CorrectionList
        public static let safety = CallSafety.readOnly
        public static let access = Catalog.ownerAndAdults

        /// Only those of this title; absent: all.
        public var about: ContentID?
        /// The page; absent: the first.
        public var page: PageRequest?

        /// Makes the request.
        public init(about: ContentID? = nil, page: PageRequest? = nil) {
            self.about = about
            self.page = page
        }
    }

    /// Reverts a correction: the title follows the sources and TMDB again, except for other corrections.
    ///
    /// Idempotent. References to a title that was joined stay with the title that it was joined with.
    public struct TakeBackCorrection: Request {
        public typealias Response = CorrectionMade
        public static let safety = CallSafety.idempotentByKey
        public static let access = Catalog.ownerAndAdults
        public static let survivesCaller = true

        /// The correction, by its id.
        public var correction: String

        /// Makes the request.
        public init(correction: String) { self.correction = correction }
    }
}
