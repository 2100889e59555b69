using System.Security.Claims;
using Interop;
using Microsoft.AspNetCore.Http.Connections;
using Microsoft.AspNetCore.StaticFiles;
using Microsoft.Extensions.FileProviders;

var builder = WebApplication.CreateBuilder(args);
var settings = builder.Configuration;

builder.Services.AddControllers();
builder.Services.AddProblemDetails();
builder.Services.AddSignalR();
builder.Services.AddSingleton<ChatStore>();
builder.Services.AddSingleton<TokenService>();
builder.Services
    .AddAuthentication(JwtBearerHandler.SchemeName)
    .AddScheme<JwtBearerOptions, JwtBearerHandler>(JwtBearerHandler.SchemeName, options =>
    {
        options.ClockSkew = TimeSpan.FromSeconds(settings.GetValue("ClockSkewSeconds", 300));
        // Browsers cannot set headers for WebSockets and event streams.
        options.QueryTokenPath = "/chatHub66";
    });
builder.Services.AddAuthorization(options => options.AddPolicy("OwnChannel", policy => policy
    .RequireAuthenticatedUser()
    .RequireAssertion(context => context.Resource is HttpContext http
        && http.Request.Query["userId"] == context.User.FindFirstValue(ClaimTypes.NameIdentifier))));
builder.Services.AddCors(options => options.AddDefaultPolicy(policy => policy
    .SetIsOriginAllowed(_ => true)
    .AllowAnyHeader()
    .AllowAnyMethod()
    .AllowCredentials()));
builder.Services.AddControl();

var app = builder.Build();

app.UseExceptionHandler();
app.UseStatusCodePages();
app.UseCors();

var uploads = Path.Combine(app.Services.GetRequiredService<ChatStore>().Folder, "uploads");
Directory.CreateDirectory(uploads);
app.UseStaticFiles(new StaticFileOptions
{
    FileProvider = new PhysicalFileProvider(uploads),
    RequestPath = "/uploads",
    ContentTypeProvider = new FileExtensionContentTypeProvider(),
    OnPrepareResponse = context =>
    {
        context.Context.Response.Headers.XContentTypeOptions = "nosniff";
        context.Context.Response.Headers.ContentSecurityPolicy = "default-src 'none'; sandbox";
    },
});

app.UseRouting();
app.UseAuthentication();
app.UseAuthorization();

app.MapControllers();
app.MapHub<ChatHub>("/chatHub66", options =>
{
    options.Transports = settings.GetValue("Transports",
        HttpTransportType.WebSockets | HttpTransportType.ServerSentEvents | HttpTransportType.LongPolling);
    options.CloseOnAuthenticationExpiration = settings.GetValue("CloseOnAuthenticationExpiration", false);
}).RequireAuthorization("OwnChannel");
app.MapControl();

app.Run();
