internal import GRDB
internal import GRDBSQLite

/// A cached statement whose arguments are bound, and whose columns are read, by position, with SQLite's own calls.
///
/// For statements that an import runs for each of a million rows: GRDB compares the arguments with the statement's each
/// time and names the columns of each row, which costs as much as SQLite itself. Everything else uses GRDB. There is
/// never more than one of these for a text and connection at a time, and none outlives the access that it was made in.
struct PositionalStatement: ~Copyable {
    private let database: Database
    private let statement: Statement
    private let handle: SQLiteStatement
    private var bound: CInt = 0
    /// SQLite's code for the first rejected argument.
    private var refusal = SQLITE_OK

    /// Prepares a statement, or uses the cached one.
    ///
    /// - Throws: `DatabaseError` when it is no SQL of this schema.
    init(_ database: Database, _ sql: String) throws {
        self.database = database
        statement = try database.cachedStatement(sql: sql)
        handle = statement.sqliteStatement
    }

    /// A statement that is not reset keeps its snapshot of the database, and arguments their memory.
    deinit {
        sqlite3_reset(handle)
        sqlite3_clear_bindings(handle)
    }

    // MARK: Arguments

    /// Binds the next argument, or NULL.
    mutating func bind(_ value: Int64?) {
        bound += 1
        note(value.map { sqlite3_bind_int64(handle, bound, $0) } ?? sqlite3_bind_null(handle, bound))
    }

    /// Binds the next argument, or NULL.
    mutating func bind(_ value: Double?) {
        bound += 1
        note(value.map { sqlite3_bind_double(handle, bound, $0) } ?? sqlite3_bind_null(handle, bound))
    }

    /// Binds the next argument, or NULL.
    mutating func bind(_ value: String?) {
        bound += 1
        guard var value else { return note(sqlite3_bind_null(handle, bound)) }
        let (handle, index) = (handle, bound)
        let code = value.withUTF8 { text in
            text.withMemoryRebound(to: CChar.self) {
                // An empty string may have a null pointer, which would be NULL.
                sqlite3_bind_text(
                    handle, index, $0.baseAddress ?? Self.emptyText, CInt(clamping: $0.count), Self.copied)
            }
        }
        note(code)
    }

    /// Binds the next argument as bytes, or NULL.
    mutating func bind(bytes value: [UInt8]?) {
        bound += 1
        guard let value else { return note(sqlite3_bind_null(handle, bound)) }
        let (handle, index) = (handle, bound)
        note(
            value.isEmpty
                ? sqlite3_bind_zeroblob(handle, index, 0)
                : value.withUnsafeBytes {
                    sqlite3_bind_blob(handle, index, $0.baseAddress, CInt(clamping: $0.count), Self.copied)
                })
    }

    /// SQLite keeps a copy.
    private static var copied: sqlite3_destructor_type { unsafeBitCast(-1, to: sqlite3_destructor_type.self) }
    private static var emptyText: UnsafePointer<CChar> {
        UnsafeRawPointer(StaticString("").utf8Start).assumingMemoryBound(to: CChar.self)
    }

    private mutating func note(_ code: CInt) { if code != SQLITE_OK, refusal == SQLITE_OK { refusal = code } }

    // MARK: Running

    /// Steps to the next row.
    ///
    /// - Returns: false when there is none.
    /// - Throws: `DatabaseError` with SQLite's message.
    mutating func step() throws -> Bool {
        guard refusal == SQLITE_OK else { throw failure(refusal) }
        switch sqlite3_step(handle) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        case let code: throw failure(code)
        }
    }

    /// Runs a statement without rows.
    ///
    /// - Throws: `DatabaseError` with SQLite's message.
    mutating func run() throws { while try step() {} }

    private func failure(_ code: CInt) -> DatabaseError {
        DatabaseError(resultCode: ResultCode(rawValue: code), message: database.lastErrorMessage, sql: statement.sql)
    }

    /// The value of a column, which must be of the type.
    subscript<Value: DatabaseValueConvertible & StatementColumnConvertible>(_ index: Int) -> Value {
        guard let value = Value.fromStatement(handle, atUncheckedIndex: CInt(index)) else {
            preconditionFailure("column \(index) of \(statement.sql) is of another type")
        }
        return value
    }
}
